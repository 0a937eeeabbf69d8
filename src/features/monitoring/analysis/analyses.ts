import type { Language } from '../../../i18n/catalogues.js';

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

/** What an analysis is known by. */
export interface AnalysisKey {
  /** `hosts.number`. */
  readonly hostNumber: number;
  readonly language: Language;
  readonly sampledAt: string;
}

/** The analyses of the last minutes. */
export interface Analyses {
  /** That of a sample. */
  begin(key: AnalysisKey): KeptAnalysis;
  /**
   * That which any node has shown; undefined when there is none. With `ofAnyHost`, that of another host at the same time
   * does as well: another one may be meant by now when none is named.
   */
  find(
    key: AnalysisKey,
    how: { readonly ofAnyHost: boolean },
  ): Promise<(KeptAnalysis & { readonly prompt: string }) | undefined>;
}

/** Of a process that shares nothing. */
export const ownAnalyses: Analyses = {
  begin: () => ({ keep: async (prompt) => prompt, answerOnce: (call) => call() }),
  find: async () => undefined,
};
