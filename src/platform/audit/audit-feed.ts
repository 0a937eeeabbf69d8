import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { Clock, Stop } from '../../shared/time/clock.js';
import type { UnitOfWork } from '../db/database.js';
import { queryRows } from '../db/query-rows.js';
import { AuthenticationEvent } from './audit-event.entity.js';
import { TABLE } from './audit-walk.js';

const SHOWN = ['id', 'at', 'event', 'result', 'door', 'address', 'username', 'actor'] as const;

/** An event in the live feed, without the values before and after the change. */
export type FeedEvent = Pick<AuthenticationEvent, (typeof SHOWN)[number]>;

/** The topic on which nodes announce the ids of rows they have written. */
const TOPIC = 'audit';

/** Interval for polling events that no node announced, since the command line writes too and a node may have died. */
export const POLL_MS = 3000;

/**
 * How long an id may stay uncommitted. Ids come from a sequence, so a lower one may be committed after a higher one,
 * though only within this time, since transactions end within seconds.
 */
const OVERLAP_MS = 60_000;

/** Maximum number of ids that one poll reads, newest first, and of announced ids waiting to be read. */
const IDS_MAX = 2000;

/** Maximum number of published ids that are remembered. */
const KNOWN_MAX = 20_000;

const ROWS_AT_ONCE = 250;

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
  /** Called once per event, for this process's subscribers. */
  readonly publish: (event: FeedEvent) => void;
  /** Whether anyone is currently subscribed. */
  readonly isWanted: () => boolean;
  readonly report: ReportFailure;
}

/** State kept while anyone is subscribed. */
interface Following {
  /** Published ids above the horizon. */
  readonly known: Set<number>;
  /**
   * Ids found by the first read. If a node announces one of them, the event may have been recorded after the
   * subscription, so it is still published.
   */
  readonly before: Set<number>;
  /** The highest id in the table at several points in time, latest last. */
  marks: { readonly atMs: number; readonly id: number }[];
  /** Rows up to this id are no longer searched; undefined until the table has been read once. */
  horizon: number | undefined;
}

/**
 * Publishes each event of the audit trail once to this process's subscribers, whichever process recorded it. Nodes
 * announce the ids of the rows they write. Polling the table finds rows that were not announced and also closes gaps;
 * the table is read only while someone is subscribed (decision 006).
 */
export class AuditFeed {
  #following: Following | undefined;
  /** Ids announced by other nodes. */
  #told = new Set<number>();
  #pollIsDue = false;
  #isRunning = false;

  constructor(private readonly deps: AuditFeedDeps) {}

  /** Exchanges announcements with the database's other nodes until stopped. */
  start(): Stop {
    const { clock, events } = this.deps;
    events.subscribe(TOPIC, (id) => this.#hear(id));
    events.onGap(() => this.#poll());
    return clock.every(POLL_MS, () => this.#poll());
  }

  /** Call when someone subscribes. Events recorded from then on are published. */
  follow(): void {
    if (this.#following) return;
    this.#following = { known: new Set(), before: new Set(), marks: [], horizon: undefined };
    this.#poll();
  }

  /** Publishes an event that this process has recorded, and announces it to the other nodes. */
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

  /** Performs all pending reads, one statement at a time. */
  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let following = this.#following; following && this.#isDue(); following = this.#following) {
        if (this.#pollIsDue) await this.#readNew(following);
        else await this.#publishTold(following);
      }
    } catch (error) {
      // The next poll finds the rows that were not read.
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

  /** Returns the ids above `above`, highest first. */
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
  // More ids than anyone could follow. The horizon passes the forgotten one, which could otherwise be published twice.
  const [oldest = 0] = following.known;
  following.known.delete(oldest);
  following.horizon = Math.max(following.horizon ?? 0, oldest);
}

/**
 * Moves the horizon to the highest id that existed one overlap before a poll that began at `begunMs`. A row that this
 * poll missed, because it was committed later, got its id within the overlap and thus a higher one.
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
