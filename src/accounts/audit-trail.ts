import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/clock.js';
import type { Logger } from '../shared/logger.js';
import { auditKey, readableName } from './audit-names.js';
import { AuditPruning } from './audit-pruning.js';
import { AuthenticationEvent } from './authentication-event.entity.js';
import type { Origin } from './origin.js';

/** What can be done to an account or tried on one, and what the staff can change. */
export type AuthenticationAct =
  | 'register'
  | 'login'
  | 'token_refresh'
  | 'logout'
  | 'profile_change'
  | 'password_change'
  | 'password_set'
  | 'session_end'
  | 'other_sessions_end'
  | 'sessions_end'
  | 'activate'
  | 'deactivate'
  | 'staff_grant'
  | 'staff_revoke'
  | 'unlock'
  | 'terms_create'
  | 'terms_update'
  | 'domain_block'
  | 'domain_unblock'
  | 'mail_retry'
  | 'import';

/** What is to be recorded. */
export interface RecordedEvent {
  readonly event: AuthenticationAct;
  readonly result: 'success' | 'failure' | 'locked_out';
  readonly origin: Origin;
  /** The name as it was typed; empty for what concerns no account. */
  readonly username: string;
  readonly userId?: number | undefined;
  /** False for what strangers can do without end: such an event is a line of the log only. */
  readonly kept?: boolean;
  /** What was changed, and to what. Never a secret. */
  readonly change?: Change | undefined;
}

/** Facts before and after a change, by their names; undefined where there was nothing, or is nothing any more. */
export interface Change {
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

type Row = Omit<AuthenticationEvent, 'id'>;

interface AuditTrailParts {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Keeps each authentication event as one line of the log and one row that staff can read (promise 30). */
export class AuditTrail {
  #pending: Row[] = [];
  #writing: Promise<void> | undefined;
  readonly #listeners: ((event: AuthenticationEvent) => void)[] = [];
  readonly #pruning: AuditPruning;

  constructor(private readonly parts: AuditTrailParts) {
    this.#pruning = new AuditPruning(parts);
  }

  /**
   * Records an event. Resolves when its row is durable; rows that come while others are being written are written
   * together.
   *
   * @throws {Busy} when the database cannot take it now; the line is in the log all the same.
   */
  async record(event: RecordedEvent): Promise<void> {
    this.#log(event);
    if (event.kept === false) return;
    this.#pending.push(this.#rowOf(event));
    await this.#writing?.catch(() => {});
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  /**
   * Records an event as part of a change, in the transaction of `unit`: both are kept, or neither.
   *
   * @returns what is to be called once the change is durable: it writes the line of the log.
   * @throws {Busy} when the database cannot take it now.
   */
  async recordWithin(unit: UnitOfWork, event: RecordedEvent): Promise<() => void> {
    const row = this.#rowOf(event);
    const id = await unit.insert(AuthenticationEvent, row);
    return () => {
      this.#log(event);
      this.#tell([row], [id]);
    };
  }

  /**
   * Makes a change in a transaction of its own, which keeps what `change` has recorded on the way as well, or nothing.
   *
   * @throws {Busy} when the database cannot take it now.
   */
  async withChange<T>(
    change: (unit: UnitOfWork, record: (event: RecordedEvent) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const tellers: (() => void)[] = [];
    const result = await this.parts.em.fork().transactional((unit) =>
      change(unit, async (event) => {
        tellers.push(await this.recordWithin(unit, event));
      }),
    );
    for (const tell of tellers) tell();
    return result;
  }

  /** Calls the listener with each row that this process has written, once it is durable. */
  whenRecorded(listener: (event: AuthenticationEvent) => void): void {
    this.#listeners.push(listener);
  }

  /** Removes what is kept no longer: see {@link AuditPruning}. */
  async prune(): Promise<void> {
    await this.#pruning.prune();
  }

  async #write(): Promise<void> {
    const rows = this.#pending;
    this.#pending = [];
    if (rows.length === 0) return;
    const em = this.parts.em.fork();
    // As entities: of plain rows, only the first one's id is told.
    const events = rows.map((row) => em.create(AuthenticationEvent, row));
    this.#tell(rows, await em.insertMany(AuthenticationEvent, events));
  }

  #tell(rows: readonly Row[], ids: readonly unknown[]): void {
    for (const listener of this.#listeners) {
      for (const [index, row] of rows.entries()) listener({ ...row, id: ids[index] as number });
    }
  }

  #log({ event, result, origin, username, userId }: RecordedEvent): void {
    const { door, address, by } = origin;
    const fields = {
      event,
      result,
      user: readableName(username),
      userId,
      address,
      door,
      by: by && readableName(by.username),
    };
    this.parts.logger.log('info', 'Authentication', fields);
  }

  #rowOf({ event, result, origin, username, userId, change }: RecordedEvent): Row {
    const { door, address, by } = origin;
    const at = this.parts.clock.now();
    const what = { at, event, result, door, address, username: readableName(username), userId: userId ?? null };
    const who = { actor: by ? readableName(by.username) : '', actorId: by?.userId ?? null };
    const keys = { usernameKey: auditKey(username), actorKey: by ? auditKey(by.username) : '' };
    return { ...what, ...who, ...keys, before: json(change?.before), after: json(change?.after) };
  }
}

function json(facts: Readonly<Record<string, unknown>> | undefined): string | null {
  return facts === undefined ? null : JSON.stringify(facts);
}
