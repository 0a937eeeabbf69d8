/** Generates analyses with an external model. */
export interface AnalysisProvider {
  /** The provider's host, to which prompts are sent. */
  readonly host: string;
  /** The provider's name for the model. */
  readonly model: string;
  /**
   * Requests an analysis, sending nothing but the prompt. The result is untrusted and may contain anything. Aborting
   * `signal` ends all of the call's work.
   *
   * @throws {AnalysisFailure} if no analysis is returned.
   */
  write(prompt: string, signal: AbortSignal): Promise<string>;
}

/**
 * Thrown when no analysis is available. The message is for the log: a few words of our own, and nothing the provider
 * sent.
 */
export class AnalysisFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}
