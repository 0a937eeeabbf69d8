import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import { runAgain } from '../../../shared/concurrency/run-again.js';
import { unlessRunning } from '../../../shared/concurrency/unless-running.js';
import type { Logger } from '../../../shared/logger.js';
import type { Clock, Stop } from '../../../shared/time/clock.js';
import { MINUTE_MS } from '../history/chunk-table.js';
import type { Retention } from '../history/history-reading.js';
import type { BusiestProcesses } from '../host/processes/processes.js';
import { hashOfHostToken } from '../host-token.js';
import { announceSamples, EDITED_HOST } from '../hosts/host-feed.js';
import type { Sample } from '../sampler.js';
import type {
  AgentChannel,
  AgentGreeting,
  AgentIntake,
  AgentLeaving,
  AgentRefusal,
  ConnectedAgent,
} from './agent-intake.js';
import type { AgentClaim, AgentClock, AgentTable, NewestSample } from './agent-table.js';
import { checkedGreeting, isTime } from './checked-greeting.js';
import { clockOffsetMinutes, isLive, nextClock } from './clock-offset.js';
import { AgentFamilies } from './families/agent-families.js';
import type { MinuteIntake } from './minute-intake.js';
import type { MeasuredMinute } from './minute-writer.js';
import { RefusedCopies, type RefusedCopy } from './refused-copies.js';

/** Topic on which a node announces that an agent has connected to it; the payload is a host number. */
const CLAIMED = 'agents claimed';

const SAVE_MS = 1000;

interface ConnectedAgentsDeps {
  readonly table: AgentTable;
  readonly minutes: Pick<MinuteIntake, 'take'>;
  /** Serializes writes to the host rows, because two at a time might deadlock. */
  readonly inTurn: <T>(job: () => Promise<T>) => Promise<T>;
  readonly events: Pick<NodeEvents, 'publish' | 'subscribe' | 'onGap'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly readRetention: (number: number) => Promise<Retention>;
  /** Called when a host's row has new data about its agent, or has become the only source of its newest sample. */
  readonly onClaim: (number: number) => void;
  readonly onSample: (number: number) => void;
  /** Called when an agent is refused because another one is connected with its token, at most once an hour per host. */
  readonly onCopy: (copy: RefusedCopy) => void;
}

interface Connection extends AgentClaim {
  readonly channel: AgentChannel;
  readonly retentionDays: Retention;
  clock: AgentClock;
  intervalMs: number;
  newest: { readonly sample: Sample; readonly seenAt: Date } | undefined;
  /** Whether the newest sample still has to be written to the table. */
  isUnsaved: boolean;
}

/**
 * The agents connected to this node (decision 045). An agent's newest sample is kept in memory, where this node shows
 * it immediately, and is written within a second to its host's row, where the other nodes find it.
 */
export class ConnectedAgents implements AgentIntake {
  readonly #connections = new Map<number, Connection>();
  readonly #copies: RefusedCopies;
  /** The agents' families under the names of node_exporter, told when asked. */
  readonly families: AgentFamilies;
  #isFailing = false;

  /** Checks in the background whether the connections are still current. */
  readonly reviewAll = runAgain(
    () => this.#review([...this.#connections.keys()]),
    (error) => this.deps.logger.log('debug', 'The claims of agents cannot be read', { error }),
  );

  constructor(private readonly deps: ConnectedAgentsDeps) {
    const { events } = deps;
    this.#copies = new RefusedCopies(deps);
    this.families = new AgentFamilies({ ...deps, channelOf: (number) => this.#connections.get(number)?.channel });
    events.subscribe(CLAIMED, (number) => this.noteEdited(number));
    events.subscribe(EDITED_HOST, (number) => this.noteEdited(number));
    events.onGap(this.reviewAll);
  }

  get connected(): number {
    return this.#connections.size;
  }

  /** Starts writing the newest samples once a second. */
  start(): Stop {
    const save = unlessRunning(
      () => this.save(),
      (error) => {
        if (!this.#isFailing) this.deps.logger.log('warn', 'Newest samples of agents cannot be written', { error });
        this.#isFailing = true;
      },
    );
    return this.deps.clock.every(SAVE_MS, save);
  }

  async isKnown(token: string): Promise<boolean> {
    return (await this.deps.table.find(hashOfHostToken(token))) !== undefined;
  }

  async admit(greeting: AgentGreeting, channel: AgentChannel): Promise<ConnectedAgent | AgentRefusal> {
    const { instance, version, facts, nowMs } = checkedGreeting(greeting);
    const tokenHash = hashOfHostToken(greeting.token);
    const host = await this.deps.table.find(tokenHash);
    if (!host) return 'unknown_token';
    const { number, intervalMs } = host;
    const retentionDays = await this.deps.readRetention(number);
    const now = this.deps.clock.now();
    const skewMs = Math.round(nowMs - now.getTime());
    const clock = { skewMs, offsetMinutes: clockOffsetMinutes(skewMs, host.clockOffsetMinutes) };
    const claim = { number, tokenHash, instance };
    const isClaimed = await this.deps.inTurn(() =>
      this.deps.table.claim({ ...claim, ...clock, version, facts, intervalMs, now }),
    );
    if (!isClaimed) {
      this.#copies.tell({ number, name: host.name, address: greeting.address });
      return 'in_use';
    }
    this.#connections.get(number)?.channel.end('replaced');
    const connection: Connection = {
      ...{ ...claim, channel, retentionDays, clock, intervalMs },
      ...{ newest: undefined, isUnsaved: false },
    };
    this.#connections.set(number, connection);
    this.deps.events.publish(CLAIMED, number);
    this.deps.onClaim(number);
    return {
      intervalMs,
      takeSample: (sample, sentMs) => this.#takeSample(connection, sample, sentMs),
      takeFamilies: (series) => {
        if (this.#connections.get(number) === connection) this.families.take(number, series);
      },
      takeMinute: (startMs, samples, processes = []) => this.#takeMinute(connection, { startMs, samples, processes }),
      leave: (leaving) => this.#leave(connection, leaving),
    };
  }

  /**
   * Returns the newest sample, in the service's time, of a host whose agent is connected to this node, and when it
   * arrived.
   */
  newestOf(number: number): { readonly sample: Sample; readonly seenAt: Date } | undefined {
    return this.#connections.get(number)?.newest;
  }

  has(number: number): boolean {
    return this.#connections.has(number);
  }

  /**
   * Asks a host whose agent is connected to this node for the processes that use the most resources; null if unknown.
   */
  async askProcesses(number: number): Promise<BusiestProcesses | null> {
    return (await this.#connections.get(number)?.channel.askProcesses()) ?? null;
  }

  /** Called when a host's row has changed, which may have invalidated the agent's connection. */
  noteEdited(number: unknown): void {
    if (typeof number !== 'number' || !this.#connections.has(number)) return;
    this.#review([number]).catch((error: unknown) =>
      // This is not fatal, since the next sample goes through the same check.
      this.deps.logger.log('debug', 'The claim of an agent cannot be read', { error }),
    );
  }

  /** Writes the newest samples that are not in the table yet. */
  async save(): Promise<void> {
    const unsaved = [...this.#connections.values()].filter(({ isUnsaved }) => isUnsaved);
    if (unsaved.length === 0) return;
    const newest = unsaved.flatMap(({ number, tokenHash, instance, clock, newest: found }): NewestSample[] =>
      found ? [{ number, tokenHash, instance, ...clock, sample: found.sample }] : [],
    );
    // A sample that arrives during the write is written next time.
    for (const connection of unsaved) connection.isUnsaved = false;
    try {
      const saved = await this.deps.inTurn(() => this.deps.table.saveNewest(newest, this.deps.clock.now()));
      announceSamples(this.deps.events, [...saved]);
      const missing = newest.map(({ number }) => number).filter((number) => !saved.has(number));
      if (missing.length > 0) await this.#review(missing);
      if (this.#isFailing) this.deps.logger.log('info', 'Newest samples of agents are written again');
      this.#isFailing = false;
    } catch (error) {
      for (const connection of unsaved) connection.isUnsaved = true;
      throw error;
    }
  }

  #takeSample(connection: Connection, sample: Sample, sentMs: number): void {
    const { number } = connection;
    const takenMs = Date.parse(sample.sampledAt);
    if (this.#connections.get(number) !== connection || !isTime(sentMs)) return;
    if (!isLive(takenMs, sentMs)) return;
    const seenAt = this.deps.clock.now();
    connection.clock = nextClock(connection.clock, Math.round(sentMs - seenAt.getTime()));
    const sampledAt = new Date(takenMs + connection.clock.offsetMinutes * MINUTE_MS).toISOString();
    connection.newest = { sample: { ...sample, sampledAt }, seenAt };
    connection.isUnsaved = true;
    this.deps.onSample(number);
  }

  async #takeMinute(connection: Connection, minute: MeasuredMinute): Promise<void> {
    if (await this.deps.minutes.take(connection, minute)) return;
    this.#end(connection, 'revoked');
    throw new Error('The token of an agent is no longer valid');
  }

  async #leave(connection: Connection, { isClean }: AgentLeaving = { isClean: false }): Promise<void> {
    if (this.#connections.get(connection.number) !== connection) return;
    // Save the newest sample, which is stored nowhere else, or wait for the statement that is writing it.
    if (connection.isUnsaved) await this.save().catch(() => {});
    else await this.deps.inTurn(async () => {});
    if (this.#connections.get(connection.number) === connection) {
      this.#connections.delete(connection.number);
      this.families.forget(connection.number);
      this.deps.onClaim(connection.number);
    }
    if (isClean) await this.deps.inTurn(() => this.deps.table.release(connection));
  }

  async #review(numbers: readonly number[]): Promise<void> {
    const connections = numbers.flatMap((number) => this.#connections.get(number) ?? []);
    const found = await this.deps.table.review(connections);
    for (const connection of connections) {
      const now = found.get(connection.number);
      if (typeof now === 'string') this.#end(connection, now);
      else if (now !== undefined && now !== connection.intervalMs) {
        connection.intervalMs = now;
        connection.channel.tellInterval(now);
      }
    }
  }

  #end(connection: Connection, reason: 'replaced' | 'revoked'): void {
    if (this.#connections.get(connection.number) !== connection) return;
    this.#connections.delete(connection.number);
    this.families.forget(connection.number);
    connection.channel.end(reason);
  }
}
