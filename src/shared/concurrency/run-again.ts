/**
 * Wraps a job, so that calls while it is running have it run once more afterwards, for all of them together: what the
 * caller has seen change is seen by a run that began after the call.
 *
 * @param fail is called with the error of a run that failed.
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
