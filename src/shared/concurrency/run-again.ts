/**
 * Wraps a job. Calls made while it is running cause one more run afterwards, so a change made before a call is always
 * seen by a run that began after the call.
 *
 * @param fail is called with the error of a failed run.
 */
export function runAgain(job: () => Promise<unknown>, fail: (error: unknown) => unknown): () => void {
  let isRunning = false;
  let isWanted = false;
  const runWhileWanted = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await job().catch(fail);
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void runWhileWanted();
  };
}
