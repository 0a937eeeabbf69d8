import { chunksOf } from '../../../platform/db/chunks-of.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { ALERTS, CHANGE_TOPICS, type NodeEvents, type NodeLocks } from '../../../platform/nodes/node-events.js';
import { unlessRunning } from '../../../shared/concurrency/unless-running.js';
import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import type { Logger } from '../../../shared/logger.js';
import type { Clock, Stop } from '../../../shared/time/clock.js';
import type { MeasuredHostState, MeasuredHosts } from '../../monitoring/hosts/measured-hosts.js';
import { withoutOutages } from '../rules/outages.js';
import { freshMs } from '../rules/windows/windows.js';
import { evaluateHost, settle } from './evaluate-host.js';
import { type EvaluatedRule, readEvaluatedRules } from './evaluated-rule.js';
import { EvaluationTimes } from './evaluation-times.js';
import type { FollowUps } from './follow-ups.js';
import { HostFiguresCache, type NeededWindows, neededWindows } from './host-figures-cache.js';
import { HostTargets } from './host-targets.js';
import { type LiveStates, readStates } from './live-state.js';
import { saveStates } from './save-states.js';
import type { Transition, Transitions } from './transitions.js';

/** Interval for checking hosts for new samples or silence. */
const LOOK_MS = 1000;

/** Number of hosts evaluated before yielding to other work. */
const HOSTS_AT_ONCE = 20;

/** Interval for saving states and following up incidents. */
const SAVE_MS = 10_000;

/** Interval for saving how far evaluation has progressed. */
const TIMES_SAVE_MS = 60_000;

/** Interval for rereading the rules, in case a change notification was missed. */
const READ_MS = 60_000;

interface EvaluatorDeps {
  readonly em: UnitOfWork;
  readonly events: NodeEvents & NodeLocks;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hosts: MeasuredHosts;
  readonly transitions: Pick<Transitions, 'write'>;
  readonly followUps: Pick<FollowUps, 'run'>;
  readonly intervalMs: number;
  /** Called when an incident has begun, changed or ended. */
  readonly onChange: (incidentId: number) => void;
  /** Combines the items queued for channels into messages. Never fails. */
  readonly collectItems: () => Promise<void>;
}

/** The data held by the evaluating process. */
interface Held {
  readonly rules: readonly EvaluatedRule[];
  readonly windows: NeededWindows;
  readonly states: LiveStates;
  readonly targets: HostTargets;
}

/**
 * Evaluates all rules on all hosts. Only the node with the lock does so (decision 053). Each sample is evaluated once;
 * a silent host is evaluated as of the current time.
 */
export class Evaluator {
  readonly #figures: HostFiguresCache;
  readonly #times = new EvaluationTimes();
  #held: Held | undefined;
  #isOutdated = true;
  #isFailing = false;
  /** Whether items for channels may have been queued in this round. */
  #hasQueued = false;
  #listedAt: Date | undefined;
  #readMs = Number.NEGATIVE_INFINITY;
  #savedMs = Number.NEGATIVE_INFINITY;
  #timesSavedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly deps: EvaluatorDeps) {
    this.#figures = new HostFiguresCache(deps.hosts);
  }

  start(): Stop {
    const { clock, events, intervalMs } = this.deps;
    events.subscribe(CHANGE_TOPICS.ALERT_RULES, () => this.noteChange());
    events.onGap(() => this.noteChange());
    const look = unlessRunning(
      () => {
        this.#running = this.#say(this.#look());
        return this.#running;
      },
      () => {},
    );
    return clock.every(Math.min(LOOK_MS, intervalMs), look);
  }

  /** Must be called when rules have changed; they are reread before the next evaluation. */
  noteChange(): void {
    this.#isOutdated = true;
  }

  /** Resolves once no evaluation is running. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Saves all states. Must be called once evaluation has stopped. */
  async finish(): Promise<void> {
    await this.settled();
    const { em, clock } = this.deps;
    if (!this.#held) return;
    await saveStates(em, this.#held.states, { nowMs: clock.now().getTime(), all: true });
    await this.#times.save(em.fork());
  }

  /**
   * Reports failures instead of throwing them. Transitions that could not be written are found again in the next round.
   */
  async #say(looking: Promise<void>): Promise<void> {
    const { logger } = this.deps;
    try {
      await looking;
      if (this.#isFailing) logger.log('info', 'Rules are evaluated again');
      this.#isFailing = false;
    } catch (error) {
      this.#times.interrupt();
      if (!this.#isFailing) logger.log('warn', 'Rules cannot be evaluated', { error });
      this.#isFailing = true;
    }
  }

  async #look(): Promise<void> {
    const { events, clock } = this.deps;
    if (!(await events.tryLock(ALERTS))) {
      this.#held = undefined;
      this.#figures.clear();
      this.#listedAt = undefined;
      return;
    }
    const now = clock.now();
    if (!this.#held) await this.#times.read(this.deps.em.fork());
    const held = await this.#hold(now.getTime());
    const hosts = (await this.#listHosts(now)).filter(({ number }) => held.targets.isPresent(number));
    this.#times.begin(now.getTime(), newestSampleMs(hosts));
    const failures = await this.#evaluateAll(hosts, held, now);
    await this.#saveWhenDue(hosts, held, now);
    this.#times.end(clock.now().getTime());
    if (this.#hasQueued) await this.deps.collectItems();
    this.#hasQueued = false;
    if (failures.length > 0) throw failures[0];
  }

  async #saveWhenDue(hosts: readonly MeasuredHostState[], held: Held, now: Date): Promise<void> {
    if (Math.abs(now.getTime() - this.#savedMs) < SAVE_MS) return;
    this.#savedMs = now.getTime();
    const { em, followUps, onChange } = this.deps;
    await saveStates(em, held.states, { nowMs: now.getTime(), all: false });
    await this.#saveTimes(now);
    const { states, targets } = held;
    const evaluated = { states, targets, hosts: new Set(hosts.map(({ number }) => number)), times: this.#times };
    const changed = await followUps.run(evaluated);
    for (const id of changed) onChange(id);
    this.#hasQueued ||= changed.length > 0;
  }

  /** Saves evaluation times when due. Transitions save them too, so at most the last minute is lost. */
  async #saveTimes(now: Date): Promise<void> {
    if (Math.abs(now.getTime() - this.#timesSavedMs) < TIMES_SAVE_MS) return;
    await this.#times.save(this.deps.em.fork());
    this.#timesSavedMs = now.getTime();
  }

  async #hold(nowMs: number): Promise<Held> {
    if (this.#held && !this.#isOutdated && Math.abs(nowMs - this.#readMs) < READ_MS) return this.#held;
    // Cleared first so that changes made during the read cause another one.
    this.#isOutdated = false;
    try {
      const unit = this.deps.em.fork();
      const targets = await HostTargets.read(unit);
      const rules = await readEvaluatedRules(unit, targets);
      const windows = neededWindows(rules.map(({ expression }) => expression));
      const states = await readStates(unit, rules, this.#held?.states ?? new Map());
      this.#held = { rules, windows, states, targets };
      this.#readMs = nowMs;
      return this.#held;
    } catch (error) {
      this.#isOutdated = true;
      throw error;
    }
  }

  /**
   * Lists hosts with samples stored since the last round. The overlap catches samples stored shortly before that, which
   * may have been missed. The time is rounded because it is part of the statement's text, and an identical statement
   * does not have to be prepared again.
   */
  async #listHosts(now: Date): Promise<readonly MeasuredHostState[]> {
    const since = this.#listedAt && new Date(Math.floor(this.#listedAt.getTime() / OVERLAP_MS - 1) * OVERLAP_MS);
    const hosts = await this.deps.hosts.list(since);
    this.#listedAt = now;
    return hosts;
  }

  /** Evaluates all hosts. An error with one must not keep the others from being evaluated. */
  async #evaluateAll(hosts: readonly MeasuredHostState[], held: Held, now: Date): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const [index, host] of hosts.entries()) {
      if (index > 0 && index % HOSTS_AT_ONCE === 0) await yieldToEventLoop();
      await this.#evaluate(host, held, now).catch((error: unknown) => failures.push(error));
    }
    return failures;
  }

  async #evaluate(host: MeasuredHostState, held: Held, now: Date): Promise<void> {
    const input = await this.#figures.next(host, held.windows, now);
    if (!input) return;
    const ofHost = held.states.get(host.number) ?? new Map();
    held.states.set(host.number, ofHost);
    const { atMs, disks } = input;
    const transitions = await evaluateHost(held.rules, ofHost, {
      hostNumber: host.number,
      hostName: host.name,
      read: withoutOutages(input.read, atMs, this.#times.outages),
      disks,
      atMs,
      gapMs: freshMs(Math.max(host.intervalMs, this.deps.intervalMs)),
    });
    for (const some of chunksOf(transitions)) await this.#write(some);
  }

  async #write(transitions: readonly Transition[]): Promise<void> {
    const { logger, onChange } = this.deps;
    const written = await this.deps.transitions.write(transitions, this.#times);
    this.#hasQueued ||= written.size > 0;
    for (const transition of transitions) {
      const { live, kind, next, hostName, at } = transition;
      const result = written.get(transition);
      if (!result) {
        // Another process has taken over, or the rule was changed, so reread the rows.
        this.noteChange();
        continue;
      }
      live.transitions += 1;
      live.incidentId = kind === 'fired' ? result.incidentId : null;
      live.compared = result.compared;
      live.saved = { state: next.state, atMs: at.getTime() };
      settle(live, { state: next, transition: kind }, transition);
      const facts = { rule: live.rule.name, host: hostName, incident: result.incidentId };
      logger.log(
        kind === 'fired' ? 'warn' : 'info',
        kind === 'fired' ? 'A rule fires' : 'A rule no longer fires',
        facts,
      );
      onChange(result.incidentId);
    }
  }
}

/**
 * Returns the time of the newest sample, at which the service was evaluating. Only used if nothing more exact was
 * recorded.
 */
function newestSampleMs(hosts: readonly MeasuredHostState[]): number | undefined {
  const times = hosts.flatMap(({ newest }) => (newest ? [Date.parse(newest.sampledAt)] : []));
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** How far listings overlap, which is longer than it takes to store a sample. */
const OVERLAP_MS = 5000;
