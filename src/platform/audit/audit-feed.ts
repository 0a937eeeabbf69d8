import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { Clock, Stop } from '../../shared/time/clock.js';
import type { UnitOfWork } from '../db/database.js';
import { queryRows } from '../db/query-rows.js';
import { AuthenticationEvent } from './audit-event.entity.js';
import { TABLE } from './audit-walk.js';

const SHOWN = ['id', 'at', 'event', 'result', 'door', 'address', 'username', 'actor'] as const;

/** An event as it is told at once: what happened, without the texts of the change. */
export type FeedEvent = Pick<AuthenticationEvent, (typeof SHOWN)[number]>;

/** Where nodes tell each other the ids of rows that they have written. */
const TOPIC = 'audit';

/** How often the table is read for what nobody told of: the command line writes too, and a node may have died. */
export const POLL_MS = 3000;

/**
 * Ids come from a sequence, and a lower one may be committed after a higher one: by so long at most, since transactions end
 * within seconds.
 */
const OVERLAP_MS = 60_000;

/** The most ids that one poll reads, the newest; and the most that wait because another node told of them. */
const IDS_MAX = 2000;

/** The most ids of which it is remembered that they were published. */
const KNOWN_MAX = 20_000;

const ROWS_AT_ONCE = 250;

/** What the nodes of a database tell each other. */
interface FeedMessages {
  publish(topic: string, payload: unknown): void;
  subscribe(topic: string, listener: (payload: unknown) => void): void;
  /** Calls the listener when messages may have been missed. */
  onGap(listener: () => void): void;
}

interface AuditFeedDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'steady' | 'every'>;
  readonly events: FeedMessages;
  /** Called once with each event, for whoever is subscribed here. */
  readonly publish: (event: FeedEvent) => void;
  /** Whether anybody is subscribed at present. */
  readonly isWanted: () => boolean;
  readonly report: ReportFailure;
}

/** What is known while somebody is subscribed. */
interface Following {
  /** The ids above the horizon that were published. */
  readonly known: Set<number>;
  /**
   * Those that the first read found. A node that tells of one has recorded it just then, maybe after somebody had
   * subscribed here, and it is published all the same.
   */
  readonly before: Set<number>;
  /** The highest id in the table at some times, the latest last. */
  marks: { readonly atMs: number; readonly id: number }[];
  /** Rows with ids up to this one are not looked for any more; undefined until the table has been read once. */
  horizon: number | undefined;
}

/**
 * Publishes each event of the audit trail once to the subscribers of this process, whichever process has recorded it. Nodes
 * tell each other the ids of what they have written. What no node tells of is found by polling the table, which ends
 * every gap as well; it is read only while somebody is subscribed (decision 046).
 */
export class AuditFeed {
  #following: Following | undefined;
  /** Ids of which other nodes have told. */
  #told = new Set<number>();
  #pollIsDue = false;
  #isRunning = false;

  constructor(private readonly deps: AuditFeedDeps) {}

  /** Takes part in what the nodes of a database tell each other, until stopped. */
  start(): Stop {
    const { clock, events } = this.deps;
    events.subscribe(TOPIC, (id) => this.#hear(id));
    events.onGap(() => this.#poll());
    return clock.every(POLL_MS, () => this.#poll());
  }

  /** To be called when somebody subscribes: what is recorded from now on is published. */
  follow(): void {
    if (this.#following) return;
    this.#following = { known: new Set(), before: new Set(), marks: [], horizon: undefined };
    this.#poll();
  }

  /** Publishes an event that this process has recorded, and tells the other nodes of it. */
  take(event: FeedEvent): void {
    this.deps.events.publish(TOPIC, event.id);
    this.#publish(event);
  }

  #publish(event: FeedEvent): void {
    const following = this.#following;
    if (following?.known.has(event.id)) return;
    if (following) remember(following, event.id);
    this.deps.publish(event);
  }

  #hear(id: unknown): void {
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) return;
    if (!this.#following || this.#told.size >= IDS_MAX) return;
    this.#told.add(id);
    void this.#run();
  }

  #poll(): void {
    if (!this.#following) return;
    if (this.deps.isWanted()) {
      this.#pollIsDue = true;
      void this.#run();
      return;
    }
    this.#following = undefined;
    this.#told.clear();
  }

  /** Reads what is to be read, one statement after another. */
  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let following = this.#following; following && this.#isDue(); following = this.#following) {
        if (this.#pollIsDue) await this.#readNew(following);
        else await this.#publishTold(following);
      }
    } catch (error) {
      // The next poll finds what was not read.
      this.deps.report(error);
    } finally {
      this.#isRunning = false;
    }
  }

  #isDue(): boolean {
    return this.#pollIsDue || this.#told.size > 0;
  }

  async #publishTold({ known, horizon = 0 }: Following): Promise<void> {
    const ids = [...this.#told].filter((id) => id > horizon && !known.has(id));
    this.#told.clear();
    await this.#read(ids);
  }

  async #readNew(following: Following): Promise<void> {
    this.#pollIsDue = false;
    const begunMs = this.#nowMs();
    const ids = await this.#newestIds(following.horizon ?? 0);
    const isFirst = following.horizon === undefined;
    if (isFirst) for (const id of ids) following.before.add(id);
    else await this.#read(ids.filter((id) => !following.known.has(id) && !following.before.has(id)));
    const highest = ids[0] ?? following.horizon ?? 0;
    following.horizon ??= ids.length < IDS_MAX ? 0 : (ids.at(-1) ?? 0);
    moveHorizon(following, begunMs);
    following.marks.push({ atMs: this.#nowMs(), id: highest });
  }

  /** The ids above one, the highest first. */
  async #newestIds(above: number): Promise<number[]> {
    const rows = await queryRows<{ id: number }>(
      this.deps.em.fork(),
      `select id from ${TABLE} where id > ? order by id desc limit ${IDS_MAX}`,
      [above],
    );
    return rows.map(({ id }) => id);
  }

  async #read(ids: readonly number[]): Promise<void> {
    const ascending = [...ids].sort((a, b) => a - b);
    for (let begin = 0; begin < ascending.length; begin += ROWS_AT_ONCE) {
      const where = { id: { $in: ascending.slice(begin, begin + ROWS_AT_ONCE) } };
      const options = { fields: SHOWN, orderBy: { id: 'asc' }, disableIdentityMap: true } as const;
      for (const row of await this.deps.em.fork().find(AuthenticationEvent, where, options)) this.#publish(row);
    }
  }

  #nowMs(): number {
    return this.deps.clock.steady().getTime();
  }
}

function remember(following: Following, id: number): void {
  following.known.add(id);
  if (following.known.size <= KNOWN_MAX) return;
  // More than anybody could follow: what is forgotten is not looked for any more, lest it be published twice.
  const [oldest = 0] = following.known;
  following.known.delete(oldest);
  following.horizon = Math.max(following.horizon ?? 0, oldest);
}

/**
 * What was not there at a poll that began at `begunMs`, and is committed later, had its id for no longer than the overlap:
 * an id higher than all that were there before.
 */
function moveHorizon(following: Following, begunMs: number): void {
  const settled = following.marks.findLastIndex(({ atMs }) => atMs <= begunMs - OVERLAP_MS);
  const mark = following.marks[settled];
  if (!mark) return;
  following.marks = following.marks.slice(settled);
  following.horizon = Math.max(following.horizon ?? 0, mark.id);
  for (const ids of [following.known, following.before]) {
    for (const id of ids) if (id <= following.horizon) ids.delete(id);
  }
}
