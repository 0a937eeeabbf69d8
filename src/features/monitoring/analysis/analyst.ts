import { LRUCache } from 'lru-cache';
import { type Language, languages } from '../../../i18n/catalogues.js';
import { KeyedLimit } from '../../../shared/concurrency/keyed-limit.js';
import type { Logger } from '../../../shared/logger.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { Sample } from '../sampler.js';
import { type Analyses, type KeptAnalysis, ownAnalyses } from './analyses.js';
import { analysisPrompt, type MeasureSpan } from './analysis-prompt.js';
import { AnalysisFailure, type AnalysisProvider } from './analysis-provider.js';
import { Breaker } from './breaker.js';
import { plainText } from './plain-text.js';

export interface AnalysedHost {
  /** `hosts.number`. */
  readonly number: number;
  /** Whether the caller named this host, as opposed to getting the default one. */
  readonly isNamed: boolean;
  readonly latest: Sample;
  /** The range of each measure over the last hour; empty if unknown. */
  readonly lastHour: () => Promise<readonly MeasureSpan[]>;
}

interface AnalystDeps {
  /** Undefined if the analysis is not active. */
  readonly provider: AnalysisProvider | undefined;
  /** The default host, used when none is named. */
  readonly shown: () => AnalysedHost;
  /** Shares prompts and answers with other nodes; by default, they are not shared. */
  readonly analyses?: Analyses;
  readonly clock: Clock;
  /** Maximum time to wait for an answer, including the time to read the last hour. */
  readonly timeoutMs: number;
  readonly logger: Logger;
}

/** The data that would leave this machine, and its destination. */
export interface ProviderRequest {
  readonly host: string;
  readonly model: string;
  /** Time of the sample that the prompt describes. */
  readonly sampledAt: string;
  readonly prompt: string;
}

/** The sample to explain, and the user asking. */
interface Question {
  /** Time of the sample to explain, if it was shown recently; if undefined, the newest one is explained. */
  readonly of?: string | undefined;
  /** If undefined, the default host. */
  readonly host?: AnalysedHost | undefined;
  /** The user to charge the provider call to; if undefined, nobody is charged. */
  readonly userId?: number | undefined;
}

/** The prompt for one sample in one language, and its answer once it has been requested. */
interface Draft {
  readonly sampledAt: string;
  readonly prompt: Promise<string>;
  readonly kept: KeptAnalysis;
  answer?: Promise<string | null> | undefined;
}

export interface Explanation {
  readonly sampledAt: string;
  readonly text: string | null;
}

const CALLS_MAX = 4;
/** Maximum number of concurrent calls per account, so that one account cannot use up everyone's. */
const CALLS_OF_USER_MAX = 1;
/** Number of shown analyses to remember: two minutes' worth in every language. */
const SHOWN_MAX = 24 * languages.length;

/**
 * Has the provider explain the newest sample (contract 4, promise 36). As long as a sample is the newest, its answer is
 * shared by everyone using the same language; a failure only affects those who were waiting for it.
 */
export class Analyst {
  /** Drafts for the newest sample, by language and host. */
  readonly #drafts = new LRUCache<string, { readonly sampledAt: string; readonly draft: Draft }>({ max: SHOWN_MAX });
  /** Recently shown drafts, by language, host and sample. */
  readonly #shown = new LRUCache<string, Draft>({ max: SHOWN_MAX });
  /** The calls currently in flight. */
  readonly #calls = new Set<AbortController>();
  readonly #ofUser = new KeyedLimit<number>(CALLS_OF_USER_MAX);
  readonly #breaker: Breaker;
  readonly #analyses: Analyses;

  constructor(private readonly deps: AnalystDeps) {
    this.#analyses = deps.analyses ?? ownAnalyses;
    this.#breaker = new Breaker(deps.clock);
  }

  get isActive(): boolean {
    return this.deps.provider !== undefined;
  }

  /**
   * Returns the request that {@link analyse} would send now, without sending it; null if the analysis is not active.
   */
  async requestIn(language: Language, host = this.deps.shown()): Promise<ProviderRequest | null> {
    const { provider } = this.deps;
    if (!provider) return null;
    const draft = this.#draftIn(language, host);
    const { sampledAt, prompt } = draft;
    this.#show({ language, host, sampledAt }, draft);
    return { host: provider.host, model: provider.model, sampledAt, prompt: await prompt };
  }

  /**
   * Like {@link analyse}, but also returns the time of the sample. Uses the sample taken at `of` if {@link requestIn}
   * has shown it recently, on any node, so that users send exactly what they saw; otherwise uses the newest.
   */
  async explain(language: Language, question: Question = {}): Promise<Explanation> {
    const { of, host = this.deps.shown(), userId } = question;
    const shown = of === undefined ? undefined : await this.#shownOf({ language, host, sampledAt: of });
    const draft = shown ?? this.#draftIn(language, host);
    return { sampledAt: draft.sampledAt, text: await this.#analyse(draft, userId) };
  }

  /** Returns the analysis of the newest sample as plain text; null if it is inactive, refused, failed or timed out. */
  async analyse(language: Language): Promise<string | null> {
    return this.deps.provider ? this.#analyse(this.#draftIn(language, this.deps.shown())) : null;
  }

  stop(): void {
    for (const call of this.#calls) call.abort(new AnalysisFailure('the service is stopping'));
  }

  /**
   * Returns null immediately for a user who is already waiting for another answer. Joins a request that is already
   * pending for the same one.
   */
  async #analyse(draft: Draft, userId?: number): Promise<string | null> {
    const { provider } = this.deps;
    if (!provider) return null;
    if (draft.answer) return draft.answer;
    const leave = userId === undefined ? () => {} : this.#ofUser.take(userId);
    if (!leave) return null;
    draft.answer = this.#answer(provider, draft).finally(leave);
    return draft.answer;
  }

  #show(subject: Subject, draft: Draft): void {
    this.#shown.set(keyOf(subject), draft);
  }

  async #shownOf(subject: Subject): Promise<Draft | undefined> {
    const key = keyOf(subject);
    if (this.#shown.has(key) || !this.deps.provider) return this.#shown.get(key);
    const { language, host, sampledAt } = subject;
    const kept = await this.#analyses.find(
      { language, sampledAt, hostNumber: host.number },
      { ofAnyHost: !host.isNamed },
    );
    if (kept && !this.#shown.has(key)) {
      this.#show(subject, { sampledAt, prompt: Promise.resolve(kept.prompt), kept });
    }
    return this.#shown.get(key);
  }

  #draftIn(language: Language, { number: hostNumber, latest: sample, lastHour }: AnalysedHost): Draft {
    const key = `${language} ${hostNumber}`;
    const known = this.#drafts.get(key);
    const { sampledAt } = sample;
    if (known?.sampledAt === sampledAt) return known.draft;
    const kept = this.#analyses.begin({ language, sampledAt, hostNumber });
    const prompt = lastHour().then((spans) => kept.keep(analysisPrompt({ sample, lastHour: spans, language })));
    const draft: Draft = { sampledAt, prompt, kept };
    this.#drafts.set(key, { sampledAt, draft });
    prompt.catch(() => {
      if (this.#drafts.get(key)?.draft === draft) this.#drafts.delete(key);
    });
    return draft;
  }

  async #answer(provider: AnalysisProvider, draft: Draft): Promise<string | null> {
    const { clock, timeoutMs, logger } = this.deps;
    const call = new AbortController();
    const stopTimer = clock.after(timeoutMs, () => call.abort(new AnalysisFailure('no answer in time')));
    try {
      return await this.#call(provider, draft, call);
    } catch (error) {
      draft.answer = undefined;
      const fields = error instanceof AnalysisFailure ? { cause: error.message } : { error };
      logger.log('warn', 'No analysis is available', fields);
      return null;
    } finally {
      stopTimer();
    }
  }

  async #call(provider: AnalysisProvider, draft: Draft, call: AbortController): Promise<string> {
    const aborted = rejectionBy(call.signal);
    const prompt = await Promise.race([draft.prompt, aborted]);
    const write = () => this.#write(provider, prompt, call);
    return Promise.race([draft.kept.answerOnce(write, call.signal), aborted]);
  }

  async #write(provider: AnalysisProvider, prompt: string, call: AbortController): Promise<string> {
    if (this.#calls.size >= CALLS_MAX) throw new AnalysisFailure('too many calls in flight');
    if (!this.#breaker.admits()) throw new AnalysisFailure('no call for a while after several failures');
    this.#calls.add(call);
    try {
      const text = plainText(await Promise.race([provider.write(prompt, call.signal), rejectionBy(call.signal)]));
      if (text === '') throw new AnalysisFailure('the answer is empty');
      this.#breaker.succeeded();
      return text;
    } catch (error) {
      this.#breaker.failed();
      throw error;
    } finally {
      this.#calls.delete(call);
    }
  }
}

interface Subject {
  readonly language: Language;
  readonly host: AnalysedHost;
  readonly sampledAt: string;
}

function keyOf({ language, host, sampledAt }: Subject): string {
  return `${language} ${host.number} ${sampledAt}`;
}

/** Never resolves; rejects with the signal's reason. */
function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
