import type { Clock } from '../../shared/time/clock.js';
import type { UnitOfWork } from '../db/database.js';
import { deleteInSlices } from '../db/delete-in-slices.js';
import { lockWithin } from '../db/lock-within.js';
import { IS_LIVE } from './known-nodes.js';
import type { NodeEvents, NodeLocks } from './node-events.js';
import { countOf, insertAllowed, remove, type SocketRow, upsert } from './open-socket-rows.js';

/** Rows of one statement: thousands of clients may come back at once. */
const ROWS_AT_ONCE = 500;

interface OpenSocketTableDeps {
  readonly em: UnitOfWork;
  readonly nodeId: string;
  readonly clock: Pick<Clock, 'wait'>;
  readonly events: Pick<NodeEvents, 'onGap'> & NodeLocks;
  /** How many sockets a user may have. */
  readonly ofUserMax: number;
}

/** A socket that is to be entered, and who waits for that. */
interface Entering {
  readonly socket: SocketRow;
  readonly settle: (isEntered: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** A socket that is entered. */
interface Entered {
  readonly socket: SocketRow;
  /** As the table has it; undefined when it may have no such row. */
  written: number | undefined;
}

/**
 * The sockets of this node in the table of all nodes (contract 13, promise 23). What comes while the database is at work
 * is done together next, so that a node never has more than one transaction under way, whoever comes and goes.
 */
export class OpenSocketTable {
  #entering: Entering[] = [];
  readonly #entered = new Map<number, Entered>();
  /** Numbers whose rows are to be removed. */
  readonly #left = new Set<number>();
  /** Never rejects. */
  #work: Promise<void> | undefined;
  /** Whether the database did not take the last work: until it takes the next, rows are removed with the beat only. */
  #isAway = false;

  constructor(private readonly deps: OpenSocketTableDeps) {
    // The table is emptied by a crash of PostgreSQL, and this node's rows are removed when it seemed gone.
    deps.events.onGap(() => this.#forgetWritten());
  }

  /**
   * Enters a socket. It is to be taken off by {@link leave}, whatever comes of this.
   *
   * @returns false when its user has as many as there may be, or it has left meanwhile.
   * @throws {Busy} when the database cannot take it now.
   */
  enter(socket: SocketRow): Promise<boolean> {
    return new Promise((settle, fail) => {
      this.#entering.push({ socket, settle, fail });
      this.#begin();
    });
  }

  /** Takes a socket off; that is tried again until it succeeds. */
  leave(number: number): void {
    this.#entering = this.#entering.filter((one) => {
      if (one.socket.number === number) one.settle(false);
      return one.socket.number !== number;
    });
    this.#entered.delete(number);
    this.#left.add(number);
    this.#begin();
  }

  /**
   * Writes how many operations are under way where that has changed, and whatever the table lacks. Called with the beat
   * of the node. @throws {Busy} when the database cannot take it now.
   */
  async write(subscriptionsOf: (number: number) => number): Promise<void> {
    while (this.#work) await this.#work;
    const writing = this.#writeChanged(subscriptionsOf);
    this.#run(writing);
    await writing;
  }

  /** Removes the rows of nodes that are gone; one node does it for all. */
  async prune(): Promise<void> {
    if (!(await this.deps.events.tryLock('open sockets'))) return;
    await deleteInSlices(this.deps, {
      table: 'open_sockets',
      where: `node_id <> ? and not exists (select from nodes where nodes.id = open_sockets.node_id and ${IS_LIVE})`,
      values: [this.deps.nodeId],
    });
  }

  /** Resolves when what is under way is done. What could not be removed is removed by the others when this node is gone. */
  async finish(): Promise<void> {
    while (this.#work) await this.#work;
  }

  #forgetWritten(): void {
    for (const entered of this.#entered.values()) entered.written = undefined;
  }

  #begin(): void {
    const isWanted = this.#entering.length > 0 || (this.#left.size > 0 && !this.#isAway);
    if (!this.#work && isWanted) this.#run(this.#enterAndRemove());
  }

  #run(work: Promise<void>): void {
    const note = (isAway: boolean) => {
      this.#isAway = isAway;
      this.#work = undefined;
      this.#begin();
    };
    this.#work = work.then(
      () => note(false),
      () => note(true),
    );
  }

  async #enterAndRemove(): Promise<void> {
    try {
      while (this.#left.size > 0 || this.#entering.length > 0) {
        await this.#removeLeft();
        await this.#insertEntering(this.#entering.splice(0, ROWS_AT_ONCE));
      }
    } catch (error) {
      for (const { fail } of this.#entering.splice(0)) fail(error);
      throw error;
    }
  }

  async #writeChanged(subscriptionsOf: (number: number) => number): Promise<void> {
    const { em, nodeId } = this.deps;
    if ((await countOf(em.fork(), nodeId)) < this.#entered.size) this.#forgetWritten();
    const changed = [...this.#entered.values()].flatMap((entered) => {
      const subscriptions = subscriptionsOf(entered.socket.number);
      return subscriptions === entered.written ? [] : [{ entered, socket: entered.socket, subscriptions }];
    });
    for (let begin = 0; begin < changed.length; begin += ROWS_AT_ONCE) {
      // Those that have left since are not written again: their rows are removed next.
      const rows = changed.slice(begin, begin + ROWS_AT_ONCE).filter(({ socket }) => this.#entered.has(socket.number));
      if (rows.length > 0) await upsert(em.fork(), nodeId, rows);
      for (const { entered, subscriptions } of rows) entered.written = subscriptions;
    }
  }

  async #removeLeft(): Promise<void> {
    const numbers = [...this.#left].slice(0, ROWS_AT_ONCE);
    if (numbers.length === 0) return;
    await remove(this.deps.em.fork(), this.deps.nodeId, numbers);
    for (const number of numbers) this.#left.delete(number);
  }

  async #insertEntering(entering: readonly Entering[]): Promise<void> {
    if (entering.length === 0) return;
    const sockets = entering.map(({ socket }) => socket);
    try {
      const allowed = await this.#insertAllowed(sockets);
      for (const { socket, settle } of entering) {
        const isEntered = allowed.has(socket.number);
        if (isEntered && !this.#left.has(socket.number)) this.#entered.set(socket.number, { socket, written: 0 });
        settle(isEntered);
      }
    } catch (error) {
      // The answer may have been lost after the commit.
      for (const { socket, fail } of entering) {
        this.#left.add(socket.number);
        fail(error);
      }
      throw error;
    }
  }

  /** One node at a time counts and inserts: two at once would both find room for the last one. */
  #insertAllowed(sockets: readonly SocketRow[]): Promise<Set<number>> {
    const { em, nodeId, ofUserMax } = this.deps;
    return em.fork().transactional(async (unit) => {
      await lockWithin(unit, 'vigia open sockets');
      return insertAllowed(unit, nodeId, sockets, ofUserMax);
    });
  }
}
