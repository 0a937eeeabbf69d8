/**
 * Wraps a job for the clock, so that a call while it is still running does nothing.
 *
 * @param fail is called with the error of a run that failed.
 */
export function unlessRunning(job: () => Promise<unknown>, fail: (error: unknown) => unknown): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    isRunning = true;
    void job()
      .catch(fail)
      .finally(() => {
        isRunning = false;
      });
  };
}
