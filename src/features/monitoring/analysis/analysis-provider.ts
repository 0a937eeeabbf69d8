/** What writes the text of an analysis. */
export interface AnalysisProvider {
  /** The host that prompts are sent to. */
  readonly host: string;
  /** The provider's name for what answers. */
  readonly model: string;
  /**
   * Asks for a text; of the service nothing but the prompt is sent. What comes back may hold anything. Once `signal` is
   * aborted, nothing of the call goes on.
   *
   * @throws {AnalysisFailure} when there is none.
   */
  write(prompt: string, signal: AbortSignal): Promise<string>;
}

/** There is no analysis. The message is for the log: a few words of our own, nothing that the provider sent. */
export class AnalysisFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}
