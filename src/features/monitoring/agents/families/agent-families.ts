import type { Clock, Stop } from '../../../../shared/time/clock.js';
import type { HostFamilies } from '../../exposition/host-families.js';
import { HostSeries } from '../../exposition/host-series.js';
import type { AgentChannel } from '../agent-intake.js';

/** Minimum time between two questions: somewhat less than five seconds, since scrapes are not exactly that far apart. */
const ASK_MS = 4500;

/** Time between the first questions, and the longest that two are taken to be apart. */
const FIRST_GAP_MS = 15_000;
const GAP_MAX_MS = 300_000;

/** Gaps between questions after which an answer is no longer told. */
const STALE_GAPS = 2;

/** The longest that a scrape waits for answers. */
const WAIT_MS = 1000;

/** Time without a scrape after which the answers are dropped. */
const KEPT_MS = 600_000;

interface AgentFamiliesDeps {
  readonly clock: Pick<Clock, 'steady' | 'after'>;
  /** The connection of a host's agent to this node. */
  readonly channelOf: (host: number) => AgentChannel | undefined;
}

interface Asked {
  /** The time of the last question, and how long after the one before it was. */
  askedMs: number;
  gapMs: number;
  answer: { readonly series: HostSeries; readonly atMs: number } | undefined;
}

/** In place of what a host does not tell at present. */
const NONE = new HostSeries([]);

/**
 * The families of the hosts whose agents are connected to this node. Agents are asked when somebody scrapes them and their
 * last answer is some seconds old, so as often as the scrapes come; agents of a hub that nobody scrapes are never asked.
 */
export class AgentFamilies implements HostFamilies {
  readonly #asked = new Map<number, Asked>();
  #stopForgetting: Stop | undefined;

  constructor(private readonly deps: AgentFamiliesDeps) {}

  async read(hosts: readonly number[]): Promise<ReadonlyMap<number, HostSeries>> {
    const able = hosts.filter((host) => this.deps.channelOf(host)?.askFamilies);
    const answers = able.flatMap((host) => this.#askIfDue(host) ?? []);
    if (answers.length > 0) await this.#wait(Promise.all(answers));
    if (able.length > 0) this.#forgetLater();
    return new Map(able.flatMap((host) => this.#presentOf(host)));
  }

  /** Takes the answer of a host's agent, also a late one. */
  take(host: number, series: HostSeries): void {
    const asked = this.#asked.get(host);
    if (asked) asked.answer = { series, atMs: this.#nowMs() };
  }

  /** Called when the agent of a host is no longer connected here. */
  forget(host: number): void {
    this.#asked.delete(host);
  }

  #askIfDue(host: number): Promise<unknown> | undefined {
    const nowMs = this.#nowMs();
    const known = this.#asked.get(host);
    const gapMs = known ? nowMs - known.askedMs : FIRST_GAP_MS;
    if (known && gapMs < ASK_MS) return undefined;
    this.#asked.set(host, { askedMs: nowMs, gapMs: Math.min(gapMs, GAP_MAX_MS), answer: known?.answer });
    return this.deps.channelOf(host)?.askFamilies?.();
  }

  /** Returns nothing for an agent of a system that has no families, so that its sample is told instead. */
  #presentOf(host: number): (readonly [number, HostSeries])[] {
    const { answer, gapMs = 0 } = this.#asked.get(host) ?? {};
    if (!answer || this.#nowMs() - answer.atMs > STALE_GAPS * Math.max(gapMs, ASK_MS)) return [[host, NONE]];
    return answer.series.families.length > 0 ? [[host, answer.series]] : [];
  }

  /** An agent that hangs delays a scrape no longer than a second. */
  #wait(answers: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.deps.clock.after(WAIT_MS, resolve);
      void answers.then(() => {
        stop();
        resolve();
      });
    });
  }

  #forgetLater(): void {
    this.#stopForgetting?.();
    this.#stopForgetting = this.deps.clock.after(KEPT_MS, () => this.#asked.clear());
  }

  #nowMs(): number {
    return this.deps.clock.steady().getTime();
  }
}
