import type { Language } from '../../i18n/catalogues.js';

/** The analysis of one sample in one language, as all nodes share it. */
export interface KeptAnalysis {
  /** Keeps the prompt. @returns the one that counts: what was kept first. */
  keep(prompt: string): Promise<string>;
  /**
   * The answer: that which there is already, or that of the node that is asking the provider, or that of `call`, which
   * asks it.
   *
   * @throws what `call` throws, or AnalysisFailure when another node got no answer.
   */
  answerOnce(call: () => Promise<string>, signal: AbortSignal): Promise<string>;
}

/** The analyses of the last minutes. */
export interface Analyses {
  /** That of a sample of a host, or of the one that is shown now. */
  begin(language: Language, sampledAt: string, host?: number): KeptAnalysis;
  /**
   * That which any node has shown of this time, of a host or, where none is named, of one that was meant then; undefined
   * when there is none.
   */
  find(
    language: Language,
    sampledAt: string,
    host?: number,
  ): Promise<(KeptAnalysis & { readonly prompt: string }) | undefined>;
}

/** Of a process that shares nothing. */
export const ownAnalyses: Analyses = {
  begin: () => ({ keep: async (prompt) => prompt, answerOnce: (call) => call() }),
  find: async () => undefined,
};
