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

/** A host as an analysis sees it. */
export interface AnalysedHost {
  /** `hosts.number`. */
  readonly number: number;
  /** Whether it was asked for, and is not only the one that is meant when none is named. */
  readonly isNamed: boolean;
  /** Its newest sample. */
  readonly latest: Sample;
  /** How far each measure went within the last hour; empty as long as nothing is known of it. */
  readonly lastHour: () => Promise<readonly MeasureSpan[]>;
}

interface AnalystDeps {
  /** Undefined when the analysis is not active. */
  readonly provider: AnalysisProvider | undefined;
  /** The host that is meant when none is named. */
  readonly shown: () => AnalysedHost;
  /** Where prompts and answers are shared with other nodes; by default there are none. */
  readonly analyses?: Analyses;
  readonly clock: Clock;
  /** The longest that an answer may take, the reading of the last hour included. */
  readonly timeoutMs: number;
  readonly logger: Logger;
}

/** What would leave this machine, and where it would go. */
export interface ProviderRequest {
  readonly host: string;
  readonly model: string;
  /** When the sample was taken whose numbers it holds. */
  readonly sampledAt: string;
  readonly prompt: string;
}

/** What is to be explained, and for whom. */
interface Question {
  /** The sample, if it was shown lately; the newest if undefined. */
  readonly of?: string | undefined;
  /** The host that is meant when none is named, if undefined. */
  readonly host?: AnalysedHost | undefined;
  /** Whose call of the provider it would be; nobody's if undefined. */
  readonly userId?: number | undefined;
}

/** What belongs to one sample in one language: the prompt, and the answer once it has been requested. */
interface Draft {
  readonly sampledAt: string;
  readonly prompt: Promise<string>;
  readonly kept: KeptAnalysis;
  answer?: Promise<string | null> | undefined;
}

/** The text of an analysis, and the time of its sample. */
export interface Explanation {
  readonly sampledAt: string;
  readonly text: string | null;
}

const CALLS_MAX = 4;
/** One account must not take what all have. */
const CALLS_OF_USER_MAX = 1;
/** So many are remembered as shown: two minutes of them in every language. */
const SHOWN_MAX = 24 * languages.length;

/**
 * Lets the provider explain the newest sample (contract 4, promise 36). An answer serves everybody
 * who asks in its language for as long as its sample is the newest; a failure serves only those who waited for it.
 */
export class Analyst {
  /** Of the newest sample in each language, by language and host. */
  readonly #drafts = new LRUCache<string, { readonly sampledAt: string; readonly draft: Draft }>({ max: SHOWN_MAX });
  /** What was shown lately, by language, host and sample. */
  readonly #shown = new LRUCache<string, Draft>({ max: SHOWN_MAX });
  /** The calls in flight. */
  readonly #calls = new Set<AbortController>();
  readonly #ofUser = new KeyedLimit<number>(CALLS_OF_USER_MAX);
  readonly #breaker: Breaker;
  readonly #analyses: Analyses;

  constructor(private readonly deps: AnalystDeps) {
    this.#analyses = deps.analyses ?? ownAnalyses;
    this.#breaker = new Breaker(deps.clock);
  }

  /** Whether a provider is called at all. */
  get isActive(): boolean {
    return this.deps.provider !== undefined;
  }

  /** What {@link analyse} would send now; null when the analysis is not active. Calls no provider. */
  async requestIn(language: Language, host = this.deps.shown()): Promise<ProviderRequest | null> {
    const { provider } = this.deps;
    if (!provider) return null;
    const draft = this.#draftIn(language, host);
    const { sampledAt, prompt } = draft;
    this.#show({ language, host, sampledAt }, draft);
    return { host: provider.host, model: provider.model, sampledAt, prompt: await prompt };
  }

  /**
   * As {@link analyse}, and when the sample that it is about was taken: that of `of` if {@link requestIn} has shown it
   * lately, at this node or another, so that what was shown is what is sent; else the newest.
   */
  async explain(language: Language, question: Question = {}): Promise<Explanation> {
    const { of, host = this.deps.shown(), userId } = question;
    const shown = of === undefined ? undefined : await this.#shownOf({ language, host, sampledAt: of });
    const draft = shown ?? this.#draftIn(language, host);
    return { sampledAt: draft.sampledAt, text: await this.#analyse(draft, userId) };
  }

  /** The analysis of the newest sample as plain text; null when there is none: not active, rejected, failed, too late. */
  async analyse(language: Language): Promise<string | null> {
    return this.deps.provider ? this.#analyse(this.#draftIn(language, this.deps.shown())) : null;
  }

  /** Ends the calls in flight. */
  stop(): void {
    for (const call of this.#calls) call.abort(new AnalysisFailure('the service is stopping'));
  }

  /** Null at once for a user who waits for another answer of the provider; one that others have asked for is shared. */
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
      logger.log('warn', 'There is no analysis', fields);
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

/** What an analysis is about, and for whom. */
interface Subject {
  readonly language: Language;
  readonly host: AnalysedHost;
  readonly sampledAt: string;
}

function keyOf({ language, host, sampledAt }: Subject): string {
  return `${language} ${host.number} ${sampledAt}`;
}

/** Never resolves; rejects with the reason of the signal. */
function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
