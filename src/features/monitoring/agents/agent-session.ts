import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import type { Clock } from '../../../shared/time/clock.js';
import { agentIntervalMs } from '../agent-interval.js';
import type { StoredSample } from '../history/stored-sample.js';
import type { ProcessUse } from '../host/processes/process-times.js';
import type { BusiestProcesses } from '../host/processes/processes.js';
import type { AgentChannel, AgentEnd, AgentIntake, ConnectedAgent } from './agent-intake.js';
import { AgentQuestions } from './agent-questions.js';
import { isLive } from './clock-offset.js';
import { FamilyAnswers } from './families/family-answers.js';
import type { HostPace } from './host-pace.js';
import { decodeMinute } from './protocol/minute-data.js';
import {
  AgentCloseCode,
  KEPT_MS,
  MINUTE_MS,
  ProtocolError,
  protocolHas,
  UNCOMMITTED_MAX,
} from './protocol/protocol.js';
import { readAgentMessage } from './protocol/read-message.js';
import { SampleReader } from './protocol/sample-reader.js';
import type { GreetingMessage, MinuteMessage } from './protocol/schemas.js';

/** WebSocket's standard close code for “the agent did nothing wrong and should reconnect later”. */
const TRY_AGAIN_LATER = 1013;

/** Deadline for the agent's greeting. */
const GREETING_MS = 5000;

/** Tolerated drift of the agent's clock since its last live sample, which is normally only seconds old. */
const CLOCK_TOLERANCE_MS = 120_000;

/** Backoff between attempts to store a minute: starts at one second and grows to the maximum. */
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 30_000;

interface AgentSessionDeps {
  readonly intake: AgentIntake;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly token: string;
  readonly address: string;
  /** Rate limits of the token, shared by all of its connections. */
  readonly pace: Pick<HostPace, 'samples' | 'minutes'>;
  /** The subprotocol of the connection. */
  readonly protocol: string;
  readonly send: (message: string) => void;
  readonly end: (code: number, reason: string) => void;
  readonly admitted: () => void;
  readonly report: ReportFailure;
}

type State = 'waiting' | 'admitting' | ConnectedAgent | 'ended';

/** The hub's side of an agent connection: reads messages within limits and passes them on to the intake. */
export class AgentSession {
  #state: State = 'waiting';
  readonly #reader = new SampleReader();
  readonly #openedMs: number;
  /** How far the agent's clock is ahead of ours, based on its last message. */
  #skewMs = 0;
  #uncommitted = 0;
  #storing: Promise<void> = Promise.resolve();
  #leaving: Promise<void> = Promise.resolve();
  readonly #processes: AgentQuestions<BusiestProcesses>;
  readonly #families: FamilyAnswers;
  /** Pending waits, checked by {@link beat}. */
  readonly #waiting = new Set<{ readonly untilMs: number; readonly resume: () => void }>();

  constructor(private readonly deps: AgentSessionDeps) {
    this.#openedMs = this.#steadyMs();
    const steadyMs = () => this.#steadyMs();
    const send = (question: object) => deps.send(JSON.stringify(question));
    this.#processes = new AgentQuestions({ name: 'processes', ask: (id) => send({ askProcesses: id }), steadyMs });
    this.#families = new FamilyAnswers({ ask: (id) => send({ askFamilies: id }), steadyMs });
  }

  /** Handles a message. A malformed message ends the connection. */
  receive(text: string): void {
    if (this.#state === 'ended') return;
    try {
      this.#receive(text);
    } catch (error) {
      if (error instanceof ProtocolError) this.#end(AgentCloseCode.BAD_MESSAGE, error.message);
      else {
        this.deps.report(error);
        this.#end(TRY_AGAIN_LATER, 'Try again later');
      }
    }
  }

  /** Handles timeouts. Must be called once a second. */
  beat(): void {
    const nowMs = this.#steadyMs();
    const isSilent = this.#state === 'waiting' && nowMs - this.#openedMs >= GREETING_MS;
    if (isSilent) this.#end(AgentCloseCode.GREETING_LATE, 'No greeting');
    this.#processes.beat(nowMs);
    this.#families.beat(nowMs);
    for (const one of this.#waiting) if (nowMs >= one.untilMs) this.#resume(one);
  }

  /**
   * Called when the connection has closed, from either side. `isClean` says whether the agent announced that it was
   * stopping.
   */
  closed({ isClean } = { isClean: false }): void {
    const state = this.#state;
    this.#state = 'ended';
    this.#processes.end();
    this.#families.end();
    for (const one of this.#waiting) this.#resume(one);
    if (typeof state === 'object') this.#leaving = this.#left(state, isClean);
  }

  /** Resolves when a closed connection has no work left. */
  async finish(): Promise<void> {
    await this.#storing;
    await this.#leaving;
  }

  #receive(text: string): void {
    const message = readAgentMessage(text);
    if ('greeting' in message) {
      if (this.#state !== 'waiting') throw new ProtocolError('greeting: already sent');
      this.#state = 'admitting';
      this.#leaving = this.#admit(message);
      return;
    }
    const agent = this.#state;
    if (typeof agent !== 'object') throw new ProtocolError('message: sent before the interval was received');
    if ('sample' in message) {
      if (!this.deps.pace.samples.take(this.#steadyMs())) throw new ProtocolError('sample: more than one a second');
      const { sample, nowMs } = this.#reader.read(message);
      if (isLive(Date.parse(sample.sampledAt), nowMs)) this.#skewMs = nowMs - this.deps.clock.now().getTime();
      agent.takeSample(sample, nowMs);
    } else if ('minute' in message) {
      this.#takeMinute(agent, message);
    } else if ('families' in message) {
      const series = this.#families.take(message.families);
      if (series) agent.takeFamilies(series);
    } else {
      this.#processes.take(message.processes.id, message.processes.busiest);
    }
  }

  async #admit({ greeting }: GreetingMessage): Promise<void> {
    const { intake, clock, token, address, admitted } = this.deps;
    try {
      this.#skewMs = greeting.nowMs - clock.now().getTime();
      const outcome = await intake.admit({ ...greeting, token, address }, this.#channel());
      if (outcome === 'unknown_token') this.#end(AgentCloseCode.UNKNOWN_TOKEN, outcome);
      else if (outcome === 'in_use') this.#end(AgentCloseCode.IN_USE, outcome);
      else if (this.#state === 'ended') await this.#left(outcome, false);
      else {
        this.#state = outcome;
        admitted();
        this.#tellInterval(outcome.intervalMs);
      }
    } catch (error) {
      if (error instanceof RangeError) return this.#end(AgentCloseCode.BAD_MESSAGE, `greeting: ${error.message}`);
      if (!(error instanceof VigiaError)) this.deps.report(error);
      this.#end(TRY_AGAIN_LATER, 'Try again later');
    }
  }

  #channel(): AgentChannel {
    return {
      askProcesses: () => this.#ask(this.#processes),
      ...(protocolHas(this.deps.protocol, 'families') && { askFamilies: () => this.#ask(this.#families) }),
      tellInterval: (intervalMs) => this.#tellInterval(intervalMs),
      end: (reason: AgentEnd) => {
        this.#end(reason === 'replaced' ? AgentCloseCode.REPLACED : AgentCloseCode.REVOKED, reason);
      },
    };
  }

  #tellInterval(intervalMs: number): void {
    // An agent that has not been admitted would not understand this; it gets the interval on admission.
    if (typeof this.#state === 'object') this.deps.send(JSON.stringify({ interval: agentIntervalMs(intervalMs) }));
  }

  #takeMinute(agent: ConnectedAgent, { minute: { startMs, data, processes = [] } }: MinuteMessage): void {
    const agentMs = this.deps.clock.now().getTime() + this.#skewMs;
    // The agent parses these messages and drops the minute they name.
    if (startMs + MINUTE_MS > agentMs + CLOCK_TOLERANCE_MS) throw new ProtocolError(`minute ${startMs}: in the future`);
    if (startMs < agentMs - KEPT_MS - CLOCK_TOLERANCE_MS) throw new ProtocolError(`minute ${startMs}: too old`);
    if (this.#uncommitted >= UNCOMMITTED_MAX) throw new ProtocolError(`minute: more than ${UNCOMMITTED_MAX} at once`);
    const samples = decodeSamples(startMs, data);
    const used = processes.map(([name, cpuPercent, ramBytes]) => ({ name, cpuPercent, ramBytes }));
    this.#uncommitted += 1;
    this.#storing = this.#storing.then(() => this.#store(agent, { startMs, samples, processes: used }));
  }

  /** Stores a minute, retrying as long as necessary: the agent keeps it until it is confirmed. */
  async #store(agent: ConnectedAgent, { startMs, samples, processes }: ReceivedMinute): Promise<void> {
    const { minutes } = this.deps.pace;
    while (!this.#hasEnded && !minutes.take(this.#steadyMs())) {
      await this.#until(this.#steadyMs() + minutes.waitMs(this.#steadyMs()));
    }
    for (let retryMs = RETRY_FIRST_MS; this.#state !== 'ended'; retryMs = Math.min(RETRY_MAX_MS, 2 * retryMs)) {
      try {
        await agent.takeMinute(startMs, samples, processes);
        this.#uncommitted -= 1;
        if (!this.#hasEnded) this.deps.send(JSON.stringify({ committed: startMs }));
        return;
      } catch (error) {
        // The agent drops the minute named in this message.
        if (error instanceof RangeError) {
          return this.#end(AgentCloseCode.BAD_MESSAGE, `minute ${startMs}: ${error.message}`);
        }
        if (!(error instanceof VigiaError)) this.deps.report(error);
        await this.#until(this.#steadyMs() + retryMs);
      }
    }
  }

  #ask<Answer>(questions: { ask(): Promise<Answer | null> }): Promise<Answer | null> {
    return typeof this.#state === 'object' ? questions.ask() : Promise.resolve(null);
  }

  get #hasEnded(): boolean {
    return this.#state === 'ended';
  }

  #end(code: number, reason: string): void {
    if (this.#hasEnded) return;
    this.closed();
    this.deps.end(code, reason);
  }

  async #left(agent: ConnectedAgent, isClean: boolean): Promise<void> {
    await agent.leave({ isClean }).catch((error: unknown) => {
      if (!(error instanceof VigiaError)) this.deps.report(error);
    });
  }

  #until(untilMs: number): Promise<void> {
    if (this.#hasEnded) return Promise.resolve();
    return new Promise((resume) => this.#waiting.add({ untilMs, resume }));
  }

  #resume(one: { readonly resume: () => void }): void {
    this.#waiting.delete(one as { untilMs: number; resume: () => void });
    one.resume();
  }

  #steadyMs(): number {
    return this.deps.clock.steady().getTime();
  }
}

interface ReceivedMinute {
  readonly startMs: number;
  readonly samples: readonly StoredSample[];
  readonly processes: readonly ProcessUse[];
}

/** Calls {@link decodeMinute}, naming the minute in its errors. */
function decodeSamples(startMs: number, data: string): StoredSample[] {
  try {
    return decodeMinute(startMs, data);
  } catch (error) {
    if (error instanceof ProtocolError) throw new ProtocolError(`minute ${startMs}: ${error.message}`);
    throw error;
  }
}
