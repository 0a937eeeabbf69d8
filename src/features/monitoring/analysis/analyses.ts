import type { Language } from '../../../i18n/catalogues.js';

/** The analysis of one sample in one language, as shared by all nodes. */
export interface KeptAnalysis {
  /** Keeps the prompt. @returns the effective prompt: whichever was kept first. */
  keep(prompt: string): Promise<string>;
  /**
   * Resolves to the existing answer, to the one another node is requesting, or to the result of `call`, which asks the
   * provider.
   *
   * @throws what `call` throws, or AnalysisFailure if another node got no answer.
   */
  answerOnce(call: () => Promise<string>, signal: AbortSignal): Promise<string>;
}

export interface AnalysisKey {
  /** `hosts.number`. */
  readonly hostNumber: number;
  readonly language: Language;
  readonly sampledAt: string;
}

/** The analyses of the last few minutes. */
export interface Analyses {
  begin(key: AnalysisKey): KeptAnalysis;
  /**
   * Finds an analysis that any node has shown; undefined if there is none. With `ofAnyHost`, also accepts one of
   * another host at the same time, since the default host may have changed in the meantime.
   */
  find(
    key: AnalysisKey,
    how: { readonly ofAnyHost: boolean },
  ): Promise<(KeptAnalysis & { readonly prompt: string }) | undefined>;
}

/** For a process that shares nothing with others. */
export const ownAnalyses: Analyses = {
  begin: () => ({ keep: async (prompt) => prompt, answerOnce: (call) => call() }),
  find: async () => undefined,
};
