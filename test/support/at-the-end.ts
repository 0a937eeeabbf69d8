/** Where what cleans up is left: with the test at hand (`onTestFinished`) or with the file or group (`afterAll`). */
export type AtTheEnd = (cleanUp: () => Promise<void> | void) => void;
