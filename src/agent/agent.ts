import { setTimeout } from 'node:timers/promises';
import { HIGHEST, LONGEST } from '../features/monitoring/agents/protocol/limits.js';
import { KEPT_MS, UNCOMMITTED_MAX } from '../features/monitoring/agents/protocol/protocol.js';
import { SampleWriter } from '../features/monitoring/agents/protocol/sample-writer.js';
import type { FamilySource } from '../features/monitoring/exposition/metric-family.js';
import { createStoredSample } from '../features/monitoring/history/stored-sample.js';
import type { HostFacts } from '../features/monitoring/host/facts/host-facts.js';
import type { HostMetrics } from '../features/monitoring/host/host-metrics.js';
import { ProcessRecorder } from '../features/monitoring/host/processes/process-recorder.js';
import type { ProcessTimes } from '../features/monitoring/host/processes/process-times.js';
import type { BusiestProcesses } from '../features/monitoring/host/processes/processes.js';
import { type OwnSample, Sampler } from '../features/monitoring/sampler.js';
import type { Logger } from '../shared/logger.js';
import type { Clock } from '../shared/time/clock.js';
import { vigiaVersion } from '../shared/vigia-version.js';
import { ClockSteps } from './clock-steps.js';
import { ConnectionLog } from './connection-log.js';
import { type ConnectionEnd, HubConnection } from './hub-connection.js';
import { HubQuestions } from './hub-questions.js';
import { Reconnection } from './reconnection.js';
import { sentFacts, sentUse } from './sent-forms.js';
import type { StateFile } from './state-file.js';
import type { WaitingMinutes } from './waiting-minutes.js';

/** Sampling interval until the hub sets one. */
const FIRST_INTERVAL_MS = 5000;

/** Time given to the hub to commit the last minutes. */
const HAND_OVER_MS = 1000;

/** The longest that a minute waits for its processes. */
const PROCESSES_MS = 5000;

interface AgentDeps {
  readonly hub: URL;
  readonly pin?: string | undefined;
  /** Read for each connection so that the token can be replaced while the agent runs. */
  readonly token: () => Promise<string>;
  /** The UUID of this process. */
  readonly instance: string;
  readonly host: HostMetrics & Partial<FamilySource>;
  readonly facts: HostFacts;
  readonly processes: { busiest(): Promise<BusiestProcesses | null> };
  readonly processTimes: Pick<ProcessTimes, 'next'>;
  readonly minutes: WaitingMinutes;
  /** Undefined when minutes are not kept across restarts. */
  readonly state: Pick<StateFile, 'save' | 'saveSoon'> | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Measures this host and sends the samples to the hub while it runs (contract 13). */
export class Agent {
  readonly #steps: ClockSteps;
  readonly #reconnection = new Reconnection();
  readonly #stopping = new AbortController();
  readonly #processRecorder: ProcessRecorder;
  readonly #log: ConnectionLog;
  #sampler: Sampler;
  #intervalMs = FIRST_INTERVAL_MS;
  #connection: HubConnection | undefined;
  #writer = new SampleWriter();
  #isDropping = false;
  /** Whether the processes of the last minute are being read. */
  #isMeasuring = false;
  /** Resolves when the hub has all minutes, or has had the time for it, after {@link stop}. */
  readonly #handedOver = Promise.withResolvers<void>();

  constructor(private readonly deps: AgentDeps) {
    this.#steps = new ClockSteps(deps.clock);
    this.#log = new ConnectionLog(deps);
    this.#sampler = this.#newSampler(FIRST_INTERVAL_MS);
    const { processTimes: times, minutes, logger } = deps;
    this.#processRecorder = new ProcessRecorder({
      ...{ times, logger },
      add: async ({ startMs, processes }) => minutes.addProcesses(startMs, sentUse(processes)),
    });
  }

  /**
   * Measures and sends until {@link stop} is called.
   *
   * @throws when the host cannot be measured at all.
   */
  async run(): Promise<void> {
    await this.#sampler.start();
    while (!this.#isStopping) {
      const end = await this.#connect();
      if (this.#isStopping) break;
      this.#log.ended(end);
      const delayMs = this.#reconnection.delayMs(end.outcome);
      await setTimeout(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    this.#sampler.stop();
    await this.deps.state?.save();
  }

  stop(): void {
    this.#stopping.abort();
    this.#sampler.stop();
    void this.#handOver().finally(() => this.#connection?.close());
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #connect(): Promise<ConnectionEnd> {
    const { hub, pin, minutes } = this.deps;
    const token = await this.#readToken();
    if (token === undefined) return { outcome: 'away', reason: '' };
    const questions = new HubQuestions({ ...this.deps, send: (message) => connection.send(message) });
    const connection: HubConnection = new HubConnection({
      hub,
      pin,
      token,
      greeting: () => this.#greeting(),
      interval: (intervalMs) => this.#admitted(intervalMs),
      committed: (startMs) => {
        minutes.committed(startMs);
        this.#sendMinutes();
        if (this.#isStopping && minutes.count === 0) this.#handedOver.resolve();
      },
      askProcesses: (id) => void questions.answerProcesses(id),
      askFamilies: (id) => void questions.answerFamilies(id),
    });
    this.#connection = connection;
    this.#writer = new SampleWriter();
    if (this.#isStopping) connection.close();
    const end = await connection.ended;
    this.#connection = undefined;
    minutes.resend();
    this.#dropRefused(end);
    return end;
  }

  /** Returns undefined once the agent is stopping, since the token file may be on a file system that hangs. */
  async #readToken(): Promise<string | undefined> {
    const { signal } = this.#stopping;
    const stopped = Promise.withResolvers<undefined>();
    const stop = () => stopped.resolve(undefined);
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([this.deps.token(), stopped.promise]);
    } finally {
      // There may be an attempt every half a minute for months.
      signal.removeEventListener('abort', stop);
    }
  }

  #greeting() {
    const { instance, facts, clock } = this.deps;
    return {
      instance,
      version: vigiaVersion.slice(0, LONGEST.version),
      facts: sentFacts(facts),
      nowMs: clock.now().getTime(),
    };
  }

  #admitted(intervalMs: number): void {
    this.#log.connected(intervalMs);
    this.#sendSample(this.#sampler.latest);
    this.#sendMinutes();
    if (intervalMs !== this.#intervalMs) void this.#measureEvery(intervalMs);
  }

  async #measureEvery(intervalMs: number): Promise<void> {
    const beforeMs = this.#intervalMs;
    this.#intervalMs = intervalMs;
    const before = this.#sampler;
    const sampler = this.#newSampler(intervalMs);
    try {
      await sampler.start();
    } catch (error) {
      this.deps.logger.log('warn', 'The host could not be read: the interval is unchanged', { error });
      this.#intervalMs = beforeMs;
      return;
    }
    before.stop();
    // The interval may have changed again in the meantime.
    if (this.#intervalMs === intervalMs && !this.#isStopping) this.#sampler = sampler;
    else sampler.stop();
  }

  #newSampler(intervalMs: number): Sampler {
    const { host, clock, logger } = this.deps;
    return new Sampler({ host, clock, logger, intervalMs, publish: (sample) => this.#take(sample) });
  }

  #take(sample: OwnSample): void {
    const { minutes, state, clock } = this.deps;
    const steps = this.#steps.look();
    if (steps !== 0) this.#clockWasSet(steps);
    this.#processRecorder.note(sample);
    const isOver = minutes.add(createStoredSample(sample));
    if (isOver) {
      this.#noteDropped(minutes.dropOld(clock.now().getTime()));
      state?.saveSoon();
      this.#awaitProcesses();
    }
    this.#sendSample(sample);
    this.#sendMinutes();
  }

  /** Holds minutes back until the processes of the one that is over have been read, but never for long. */
  #awaitProcesses(): void {
    const proceed = () => {
      forgetDeadline();
      this.#isMeasuring = false;
      this.#sendMinutes();
    };
    this.#isMeasuring = true;
    const forgetDeadline = this.deps.clock.after(PROCESSES_MS, proceed);
    void this.#processRecorder.finish().then(proceed);
  }

  /** Sends the minutes and what there is of the current one; a state file keeps them as well and needs no waiting. */
  async #handOver(): Promise<void> {
    const { minutes, state, clock } = this.deps;
    if (state || !this.#connection?.isReady) return;
    minutes.finish();
    this.#isMeasuring = false;
    const deadline = clock.after(HAND_OVER_MS, () => this.#handedOver.resolve());
    this.#sendMinutes();
    if (minutes.count > 0) await this.#handedOver.promise;
    deadline();
  }

  /** Reconnects so that minutes already sent with the old time are not confused with the shifted ones. */
  #clockWasSet(minutes: number): void {
    this.deps.logger.log('warn', `The clock was set by ${minutes} min: waiting minutes are shifted accordingly`);
    this.deps.minutes.resend();
    this.deps.minutes.moveBy(minutes);
    this.#connection?.close();
    this.#connection = undefined;
  }

  #sendSample(sample: OwnSample): void {
    const nowMs = this.deps.clock.now().getTime();
    const isOld = nowMs - Date.parse(sample.sampledAt) > HIGHEST.ageMs;
    if (this.#connection?.isReady && !isOld) this.#connection.send(this.#writer.write(sample, nowMs));
  }

  #sendMinutes(): void {
    const { minutes } = this.deps;
    if (this.#isMeasuring) return;
    while (this.#connection?.isReady && minutes.sentCount < UNCOMMITTED_MAX) {
      const minute = minutes.next();
      if (!minute) return;
      const { startMs, data } = minute;
      this.#connection.send({ minute: this.#connection.takesProcesses ? minute : { startMs, data } });
    }
  }

  /** Drops a minute that the hub rejects, since it would be rejected forever and block those after it. */
  #dropRefused({ outcome, reason }: ConnectionEnd): void {
    const [, startMs] = /^minute (\d{1,15}):/.exec(reason) ?? [];
    if (outcome !== 'misunderstood' || startMs === undefined) return;
    this.deps.minutes.drop(Number(startMs));
    this.deps.logger.log('warn', 'The hub has rejected a minute, which is dropped', { reason });
  }

  #noteDropped(count: number): void {
    if (count > 0 && !this.#isDropping) {
      this.deps.logger.log(
        'warn',
        `Minutes older than ${KEPT_MS / 3_600_000} h are dropped: the hub was away too long`,
      );
    }
    this.#isDropping = count > 0;
  }
}
