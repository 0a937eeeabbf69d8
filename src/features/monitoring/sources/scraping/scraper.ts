import type { NodeEvents, NodeLocks } from '../../../../platform/nodes/node-events.js';
import type { Guard } from '../../../../platform/outgoing/address-guard.js';
import { unlessRunning } from '../../../../shared/concurrency/unless-running.js';
import type { ReportFailure } from '../../../../shared/errors/report-failure.js';
import type { Logger } from '../../../../shared/logger.js';
import type { Clock, Stop } from '../../../../shared/time/clock.js';
import { EDITED_HOST } from '../../hosts/host-feed.js';
import type { FoundProblem } from '../../hosts/source/host-problem.js';
import type { SourceIntake } from '../source-intake.js';
import { delayWithin } from './delay-within.js';
import { ExporterReader } from './exporter-reader.js';
import type { Exposition } from './exposition.js';
import { requestExposition, ScrapeProblem } from './request-exposition.js';
import type { ScrapedFamilies } from './scraped-families.js';
import type { ScrapedHost } from './scraped-hosts.js';

/** Lock held by the node that reads the hosts. */
const SCRAPING = 'scraping';

const TICK_MS = 500;

/** Interval for reading the list of hosts anew, in case an announcement was lost. */
const LIST_MS = 60_000;

/** Interval for trying again to take over, or to read the list. */
const RETRY_MS = 5000;

/**
 * Requests at a time: to hosts that have answered, and to those that have not. The latter may each take the whole time
 * limit, so they have places of their own and cannot hold up the others.
 */
const AT_ONCE = { answering: 30, silent: 10 } as const;

interface ScraperDeps {
  readonly events: Pick<NodeEvents, 'subscribe' | 'onGap' | 'isConnected'> & NodeLocks;
  readonly clock: Clock;
  readonly guard: Guard;
  readonly intake: Pick<SourceIntake, 'take' | 'describe' | 'problem'>;
  readonly families: Pick<ScrapedFamilies, 'keep' | 'forget'>;
  /** Reads the figures at an address; tests pass another. */
  readonly request?: typeof requestExposition;
  readonly readHosts: () => Promise<readonly ScrapedHost[]>;
  readonly logger: Logger;
  readonly report: ReportFailure;
}

interface Target {
  host: ScrapedHost;
  reader: ExporterReader;
  dueMs: number;
  lane: keyof typeof AT_ONCE;
  isRunning: boolean;
}

/**
 * Reads the exporters of hosts, each at its interval (decision 103). One node of several does it: the one that holds the
 * lock, which another one gets when that node has gone. The hosts are spread over their interval.
 */
export class Scraper {
  readonly #targets = new Map<number, Target>();
  readonly #running = { answering: 0, silent: 0 };
  readonly #stopped = new AbortController();
  #listAtMs = Number.NEGATIVE_INFINITY;
  #isEdited = true;

  constructor(private readonly deps: ScraperDeps) {
    deps.events.subscribe(EDITED_HOST, () => this.noteEdited());
    deps.events.onGap(() => this.noteEdited());
  }

  start(): Stop {
    const tick = unlessRunning(
      () => this.tick(),
      (error) => this.deps.report(error),
    );
    const stop = this.deps.clock.every(TICK_MS, tick);
    return () => {
      stop();
      this.#stopped.abort();
    };
  }

  /** Called when the settings of hosts may have changed. */
  noteEdited(): void {
    this.#isEdited = true;
  }

  /** Starts the requests that are due. Without the database it goes on with the hosts it knows. */
  async tick(): Promise<void> {
    const nowMs = this.deps.clock.steady().getTime();
    // A node that has lost its connection does not know whether another one has taken over, so it goes on.
    if (this.deps.events.isConnected && (this.#isEdited || nowMs >= this.#listAtMs)) await this.#list(nowMs);
    const due = [...this.#targets.values()].filter(({ isRunning, dueMs }) => !isRunning && dueMs <= nowMs);
    for (const target of due.sort((a, b) => a.dueMs - b.dueMs)) {
      if (this.#running[target.lane] < AT_ONCE[target.lane]) void this.#run(target, nowMs);
    }
  }

  async #list(nowMs: number): Promise<void> {
    // Cleared first so that changes made meanwhile cause another reading.
    this.#isEdited = false;
    this.#listAtMs = nowMs + RETRY_MS;
    try {
      const isHolder = await this.deps.events.tryLock(SCRAPING);
      this.#take(isHolder ? await this.deps.readHosts() : [], nowMs);
      if (isHolder) this.#listAtMs = nowMs + LIST_MS;
    } catch (error) {
      this.deps.logger.log('debug', 'The hosts to read cannot be listed', { error });
    }
  }

  #take(hosts: readonly ScrapedHost[], nowMs: number): void {
    const present = new Set(hosts.map(({ number }) => number));
    for (const number of this.#targets.keys()) {
      if (present.has(number)) continue;
      this.#targets.delete(number);
      this.deps.families.forget(number);
    }
    const isStart = this.#targets.size === 0;
    for (const host of hosts) {
      const known = this.#targets.get(host.number);
      if (known?.host.credential === host.credential) {
        known.host = host;
        continue;
      }
      this.deps.families.forget(host.number);
      // A new host is read at once; at the start all of them would be.
      const dueMs = isStart && hosts.length > 1 ? nowMs + delayWithin(host) : nowMs;
      this.#targets.set(host.number, {
        ...{ host, reader: new ExporterReader(), dueMs, lane: 'answering', isRunning: false },
      });
    }
  }

  async #run(target: Target, nowMs: number): Promise<void> {
    const { lane, host } = target;
    const { intervalMs } = host;
    this.#running[lane] += 1;
    target.isRunning = true;
    // Keeps the rhythm, but does not catch up on what was missed.
    target.dueMs = Math.max(target.dueMs + intervalMs, nowMs + intervalMs / 2);
    try {
      const { guard, clock, request = requestExposition } = this.deps;
      const exposition = await request(host, { guard, clock, signal: this.#stopped.signal });
      target.lane = 'answering';
      if (this.#isPresent(target, host)) await this.#takeAnswer(target, host, exposition);
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      if (error instanceof ScrapeProblem) await this.#noteProblem(target, host, error.problem);
      else this.deps.report(error);
    } finally {
      this.#running[lane] -= 1;
      target.isRunning = false;
    }
  }

  async #takeAnswer({ reader }: Target, { number, credential }: ScrapedHost, exposition: Exposition): Promise<void> {
    const { clock, intake, families } = this.deps;
    const now = clock.now();
    const { reading, facts, version, problem } = reader.read(exposition, { atMs: clock.steady().getTime(), now });
    intake.take(number, credential, reading, now.getTime());
    families.keep(number, exposition);
    await intake.describe(number, credential, { facts, version });
    await intake.problem(number, credential, problem);
  }

  async #noteProblem(target: Target, host: ScrapedHost, problem: FoundProblem): Promise<void> {
    if (problem.code === 'TIMEOUT' || problem.code === 'NOT_REACHABLE') target.lane = 'silent';
    if (!this.#isPresent(target, host)) return;
    this.deps.families.forget(host.number);
    await this.deps.intake.problem(host.number, host.credential, problem);
  }

  /** Whether the host is still the one that was asked: its settings may have changed meanwhile. */
  #isPresent(target: Target, { number, credential }: ScrapedHost): boolean {
    return this.#targets.get(number) === target && target.host.credential === credential;
  }
}
