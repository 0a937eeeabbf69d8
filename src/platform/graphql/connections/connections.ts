import { Busy } from '../../../shared/errors/errors.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { keysetOf, type Page, type PageRequest, pageOf, rowsFor } from '../../../shared/page.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { LiveSocket } from '../../web/sockets/live-socket.js';
import type { ConnectionContext } from '../connection-context.js';

/** Maximum number of connections per user (promise 23). */
export const CONNECTIONS_OF_USER_MAX = 20;

/** A connection whose caller is known. */
interface Connection {
  /** Sequence number within this process. */
  readonly number: number;
  readonly viewer: Viewer;
  readonly address: string;
  /** When the caller became known. */
  readonly since: Date;
  readonly context: ConnectionContext;
}

/** An open connection as shown to staff. */
export interface OpenConnection {
  readonly nodeId: string;
  /** Sequence number within its process. */
  readonly number: number;
  readonly username: string;
  /** Session that opened the connection; null if a token did. */
  readonly sessionId: string | null;
  readonly address: string;
  readonly since: Date;
  /** Number of running operations. */
  readonly subscriptions: number;
}

/** Counts the connections of several processes together. */
interface SharedConnections {
  /**
   * @returns false if the user has reached the limit. @throws {Busy} if connections cannot be counted at the moment.
   */
  enter(connection: {
    readonly number: number;
    readonly userId: number;
    readonly username: string;
    readonly sessionId: string | null;
    readonly address: string;
    readonly since: Date;
  }): Promise<boolean>;
  leave(number: number): void;
  write(subscriptionsOf: (number: number) => number): Promise<void>;
}

interface ConnectionsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly nodeId: string;
  /** Undefined if there is only one process. */
  readonly table?: SharedConnections | undefined;
}

/** This process's open WebSockets and event streams whose callers are known. */
export class Connections {
  readonly #connections = new Map<LiveSocket, Connection>();
  #count = 0;

  constructor(private readonly deps: ConnectionsDeps) {}

  /**
   * Adds a connection until it is removed.
   *
   * @returns false if its user has reached the limit across all processes.
   * @throws {Busy} if connections cannot be counted at the moment.
   */
  async add(context: ConnectionContext, viewer: Viewer, address: string): Promise<boolean> {
    this.#count += 1;
    const [number, since] = [this.#count, this.deps.clock.now()];
    this.#connections.set(context.extra.socket, { number, viewer, address, since, context });
    const { table } = this.deps;
    if (!table) return true;
    const { userId, username } = viewer;
    return table.enter({ number, userId, username, sessionId: sessionIdOf(viewer), address, since });
  }

  remove(socket: LiveSocket): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    this.#connections.delete(socket);
    this.deps.table?.leave(connection.number);
  }

  /** Publishes the number of running operations to the other processes; the next write makes up for a failed one. */
  async writeOperations(): Promise<void> {
    const { table } = this.deps;
    if (!table) return;
    const counts = new Map([...this.#connections.values()].map(({ number, context }) => [number, countOf(context)]));
    await table.write((number) => counts.get(number) ?? 0).catch(ignoreBusy);
  }

  /** Returns a connection's viewer; undefined if it has not authenticated or is gone. */
  identifyViewer(socket: LiveSocket): Viewer | undefined {
    return this.#connections.get(socket)?.viewer;
  }

  /** Iterates over the connections with their viewers. */
  *[Symbol.iterator](): Generator<{ readonly socket: LiveSocket; readonly viewer: Viewer }> {
    for (const [socket, { viewer }] of this.#connections) yield { socket, viewer };
  }

  /** Returns a page of the connections open in this process, newest first. */
  async page(
    request: PageRequest<readonly [since: number, nodeId: string, number: number]>,
  ): Promise<Page<OpenConnection>> {
    const { nodeId } = this.deps;
    const { order, bound } = keysetOf({ ...request, after: request.after && [request.after[2]] }, 'desc');
    const { $gt: above = Number.NEGATIVE_INFINITY, $lt: below = Number.POSITIVE_INFINITY } = bound ?? {};
    const oldestFirst = [...this.#connections.values()].filter(({ number }) => number > above && number < below);
    const rows = order === 'desc' ? oldestFirst.reverse() : oldestFirst;
    const open = rows.slice(0, rowsFor(request)).map(({ number, viewer, address, since, context }) => {
      const { username } = viewer;
      const sessionId = sessionIdOf(viewer);
      return {
        nodeId,
        number,
        username,
        sessionId,
        address,
        since,
        subscriptions: countOf(context),
      };
    });
    return pageOf(open, request, ({ since, number }) => [since.getTime(), nodeId, number]);
  }

  async countBySession(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const { viewer } of this.#connections.values()) {
      const id = sessionIdOf(viewer);
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }
}

function sessionIdOf({ credential }: Viewer): string | null {
  return credential.kind === 'session' ? credential.sessionId : null;
}

function countOf({ extra }: ConnectionContext): number {
  return extra.operations.count;
}

function ignoreBusy(error: unknown): void {
  if (!(error instanceof Busy)) throw error;
}
