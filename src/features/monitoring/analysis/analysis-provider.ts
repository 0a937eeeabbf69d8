/** A source of analysis texts. */
export interface AnalysisProvider {
  /** The host that receives prompts. */
  readonly host: string;
  /** The provider's name for the model. */
  readonly model: string;
  /**
   * Requests a text, sending nothing but the prompt. The result is untrusted and may contain anything. Aborting
   * `signal` ends all work of the call.
   *
   * @throws {AnalysisFailure} if there is no text.
   */
  write(prompt: string, signal: AbortSignal): Promise<string>;
}

/** No analysis is available. The message is for the log: a few words of our own, nothing that the provider sent. */
export class AnalysisFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}
