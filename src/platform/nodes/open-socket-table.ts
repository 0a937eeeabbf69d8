import type { Clock } from '../../shared/time/clock.js';
import type { UnitOfWork } from '../db/database.js';
import { deleteInSlices } from '../db/delete-in-slices.js';
import { lockWithin } from '../db/lock-within.js';
import { IS_LIVE } from './known-nodes.js';
import type { NodeEvents, NodeLocks } from './node-events.js';
import { countOf, insertAllowed, remove, type SocketRow, upsert } from './open-socket-rows.js';

/** Rows per statement. Bounded because thousands of clients may reconnect simultaneously. */
const ROWS_AT_ONCE = 500;

interface OpenSocketTableDeps {
  readonly em: UnitOfWork;
  readonly nodeId: string;
  readonly clock: Pick<Clock, 'wait'>;
  readonly events: Pick<NodeEvents, 'onGap'> & NodeLocks;
  readonly ofUserMax: number;
}

/** A socket waiting to be inserted, and its caller's promise. */
interface Entering {
  readonly socket: SocketRow;
  readonly settle: (isEntered: boolean) => void;
  readonly fail: (error: unknown) => void;
}

interface Entered {
  readonly socket: SocketRow;
  /** Number of subscriptions as stored; undefined if the row may be missing. */
  written: number | undefined;
}

/**
 * Keeps this node's sockets in the table of all nodes (contract 13, promise 23). Changes that arrive while a
 * transaction is running are batched into the next one, so a node never has more than one, however many sockets open
 * and close.
 */
export class OpenSocketTable {
  #entering: Entering[] = [];
  readonly #entered = new Map<number, Entered>();
  readonly #left = new Set<number>();
  /** The work in progress; never rejects. */
  #work: Promise<void> | undefined;
  /** Whether the last attempt failed. Until the database works again, rows are only removed with the beat. */
  #isAway = false;

  constructor(private readonly deps: OpenSocketTableDeps) {
    // A crash of PostgreSQL empties the table, and other nodes remove this node's rows while it seems to be gone.
    deps.events.onGap(() => this.#forgetWritten());
  }

  /**
   * Inserts a socket. Call {@link leave} afterwards, whatever the outcome.
   *
   * @returns false if its user has reached the limit, or the socket has left in the meantime.
   * @throws {Busy} if the database cannot insert it now.
   */
  enter(socket: SocketRow): Promise<boolean> {
    return new Promise((settle, fail) => {
      this.#entering.push({ socket, settle, fail });
      this.#begin();
    });
  }

  /** Removes a socket, retrying until that succeeds. */
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
   * Writes changed numbers of running operations, and missing rows. Called with the node's beat. @throws {Busy} when
   * the database cannot write them now.
   */
  async write(subscriptionsOf: (number: number) => number): Promise<void> {
    while (this.#work) await this.#work;
    const writing = this.#writeChanged(subscriptionsOf);
    this.#run(writing);
    await writing;
  }

  /** Removes the rows of gone nodes, which one node does for all. */
  async prune(): Promise<void> {
    if (!(await this.deps.events.tryLock('open sockets'))) return;
    await deleteInSlices(this.deps, {
      table: 'open_sockets',
      where: `node_id <> ? and not exists (select from nodes where nodes.id = open_sockets.node_id and ${IS_LIVE})`,
      values: [this.deps.nodeId],
    });
  }

  /**
   * Waits for the work in progress. Rows that could not be removed are removed by the other nodes once this one is
   * gone.
   */
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
      // Skips sockets that have left since, whose rows are removed next.
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
      // The commit may have succeeded even though the answer was lost.
      for (const { socket, fail } of entering) {
        this.#left.add(socket.number);
        fail(error);
      }
      throw error;
    }
  }

  /** Counts and inserts on one node at a time; otherwise two nodes could both find room for the last socket. */
  #insertAllowed(sockets: readonly SocketRow[]): Promise<Set<number>> {
    const { em, nodeId, ofUserMax } = this.deps;
    return em.fork().transactional(async (unit) => {
      await lockWithin(unit, 'vigia open sockets');
      return insertAllowed(unit, nodeId, sockets, ofUserMax);
    });
  }
}
