/**
 * Wraps a periodic job so that calls made while it is still running do nothing.
 *
 * @param job returns undefined if there is nothing to do.
 * @param fail is called with the error of a failed run.
 */
export function unlessRunning(job: () => Promise<unknown> | undefined, fail: (error: unknown) => unknown): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    const run = job();
    if (!run) return;
    isRunning = true;
    void run.catch(fail).finally(() => {
      isRunning = false;
    });
  };
}
