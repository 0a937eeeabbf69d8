/** Registers a clean-up with the current test (`onTestFinished`), or with the file or group (`afterAll`). */
export type AtTheEnd = (cleanUp: () => Promise<void> | void) => void;
