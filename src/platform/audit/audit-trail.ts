import type { Logger } from '../../shared/logger.js';
import type { Clock } from '../../shared/time/clock.js';
import type { UnitOfWork } from '../db/database.js';
import { AuthenticationEvent } from './audit-event.entity.js';
import { auditKey, readableName } from './audit-names.js';
import { AuditPruning } from './audit-pruning.js';
import { AuthenticationLog } from './authentication-log.js';
import { LoginStatistics } from './login-statistics.js';
import type { Origin } from './origin.js';
import { RepeatedSuccesses, type SummedEvents } from './repeated-successes.js';

/** Actions on accounts, attempts at them, and changes that staff can make. */
export type AuditAction =
  | 'register'
  | 'login'
  | 'token_refresh'
  | 'logout'
  | 'profile_change'
  | 'reauthentication'
  | 'factor_add'
  | 'factor_remove'
  | 'factors_reset'
  | 'second_factor_challenge'
  | 'recovery_codes_renew'
  | 'second_factor_policy'
  | 'password_change'
  | 'password_set'
  | 'password_reset'
  | 'session_end'
  | 'other_sessions_end'
  | 'sessions_end'
  | 'personal_token_create'
  | 'personal_token_revoke'
  | 'activate'
  | 'deactivate'
  | 'staff_grant'
  | 'staff_revoke'
  | 'role_change'
  | 'machines_change'
  | 'new_accounts'
  | 'unlock'
  | 'passkey_add'
  | 'passkey_rename'
  | 'passkey_remove'
  | 'identity_link'
  | 'identity_unlink'
  | 'break_glass_grant'
  | 'break_glass_revoke'
  | 'registration_mode'
  | 'invitation_create'
  | 'invitation_withdraw'
  | 'setup_link_create'
  | 'account_delete'
  | 'terms_create'
  | 'terms_update'
  | 'domain_block'
  | 'domain_unblock'
  | 'mail_retry'
  | 'mail_test'
  | 'channel_create'
  | 'channel_update'
  | 'channel_delete'
  | 'channel_test'
  | 'alert_rule_create'
  | 'alert_rule_update'
  | 'alert_rule_delete'
  | 'alert_notice_dismiss'
  | 'silence_create'
  | 'silence_end'
  | 'incident_acknowledge'
  | 'host_add'
  | 'host_rename'
  | 'host_tag'
  | 'host_interval'
  | 'host_retire'
  | 'host_new_token'
  | 'host_copy_refused'
  | 'host_scrape'
  | 'collector_add'
  | 'host_readmit'
  | 'collector_retire'
  | 'collector_new_token'
  | 'import';

export interface RecordedEvent {
  readonly event: AuditAction;
  readonly result: 'success' | 'failure' | 'locked_out';
  readonly origin: Origin;
  /** The name as typed; empty for events without an account. */
  readonly username: string;
  readonly userId?: number | undefined;
  /** False for events that anyone can cause without limit; these are only logged. */
  readonly isStored?: boolean;
  /** The change, which must not contain secrets. */
  readonly change?: Change | undefined;
  /** How it was done, if there are several ways. Unlike a change, details do not prevent summing up. */
  readonly details?: Readonly<Record<string, string>> | undefined;
}

/** Facts before and after a change, by name; undefined if nothing existed then. */
export interface Change {
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

type Row = Omit<AuthenticationEvent, 'id'>;

interface AuditTrailDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Checks again, within the transaction of a change, that its author is still authorised to make it; throws if not.
   */
  readonly confirmAuthority: (unit: UnitOfWork, origin: Origin, now: Date) => Promise<void>;
}

/** Records each authentication event as a log line and as a row that staff can read (promise 30). */
export class AuditTrail {
  readonly loginStatistics = new LoginStatistics();
  #pending: Row[] = [];
  #writing: Promise<void> | undefined;
  readonly #listeners: ((event: AuthenticationEvent) => void)[] = [];
  readonly #pruning: AuditPruning;
  readonly #log: AuthenticationLog;
  readonly #repeated: RepeatedSuccesses<RecordedEvent>;

  constructor(private readonly deps: AuditTrailDeps) {
    this.#pruning = new AuditPruning(deps);
    this.#log = new AuthenticationLog(deps.logger);
    this.#repeated = new RepeatedSuccesses(deps.clock);
  }

  /**
   * Records an event. Resolves when its row is durable; rows that arrive during a write are written together. Repeated
   * actions of an account do not get their own rows: see {@link RepeatedSuccesses}.
   *
   * @throws {Busy} when the database cannot take it now; the line is still logged.
   */
  async record(event: RecordedEvent): Promise<void> {
    const hasRow = !this.#repeated.absorbs(event);
    this.#happened(event, { hasRow });
    if (hasRow && event.isStored !== false) await this.#keep([event]);
  }

  async #keep(events: readonly RecordedEvent[]): Promise<void> {
    this.#pending.push(...events.map((event) => this.#rowOf(event)));
    await this.#writing?.catch(() => {});
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  /**
   * Records an event in the transaction `unit` of a change: both are stored, or neither. Repeated actions of an account
   * do not get their own rows here either; they are counted once the change is durable.
   *
   * @returns a function to call once the change is durable, which writes the log line.
   * @throws {Busy} when the database cannot take it now.
   */
  async recordWithin(unit: UnitOfWork, event: RecordedEvent): Promise<() => void> {
    if (!this.#repeated.needsRow(event)) {
      return () => {
        this.#repeated.count(event, { hasRow: false });
        this.#happened(event, { hasRow: false });
      };
    }
    const row = this.#rowOf(event);
    const id = await unit.insert(AuthenticationEvent, row);
    return () => {
      this.#repeated.count(event, { hasRow: true });
      this.#happened(event, { hasRow: true });
      this.#notify([row], [id]);
    };
  }

  /**
   * Makes a change in its own transaction, together with the events that `change` records: all are stored, or none.
   *
   * @param origin the author, whose authority is checked again before anything is changed.
   * @throws {NotAuthenticated | PermissionDenied} when that authority has ended.
   * @throws {Busy} when the database cannot take it now.
   */
  async withChange<T>(
    origin: Origin,
    change: (unit: UnitOfWork, record: (event: RecordedEvent) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const afterCommit: (() => void)[] = [];
    const result = await this.deps.em.fork().transactional(async (unit) => {
      await this.deps.confirmAuthority(unit, origin, this.deps.clock.now());
      return change(unit, async (event) => {
        afterCommit.push(await this.recordWithin(unit, event));
      });
    });
    for (const notify of afterCommit) notify();
    return result;
  }

  /** Calls the listener with each row written by this process, once it is durable. */
  whenRecorded(listener: (event: AuthenticationEvent) => void): void {
    this.#listeners.push(listener);
  }

  #happened(event: RecordedEvent, { hasRow }: { readonly hasRow: boolean }): void {
    this.loginStatistics.note(event);
    if (!this.#repeated.isRoutine(event)) this.#log.write(event);
    else if (hasRow) this.#log.writeCounted(event);
  }

  /**
   * Records events that were only counted: attempts go to the log immediately, accounts' successes once an hour. Called
   * every few seconds.
   */
  async sumUp(): Promise<void> {
    this.#log.sumUp();
    await this.#keepSums(this.#repeated.takeSums());
  }

  /** Records all events that were only counted, before the service stops. */
  async finish(): Promise<void> {
    this.#log.sumUp();
    await this.#keepSums(this.#repeated.takeSums({ all: true }));
  }

  async #keepSums(sums: readonly SummedEvents<RecordedEvent>[]): Promise<void> {
    if (sums.length === 0) return;
    await this.#keep(sums.map(buildEvent)).catch((error: unknown) => {
      this.#repeated.putBack(sums);
      throw error;
    });
    for (const { last, count, since } of sums) {
      this.#log.writeCounted({ ...last, details: { ...last.details, repeated: count, since: since.toISOString() } });
    }
  }

  /** Deletes events past their retention: see {@link AuditPruning}. */
  async prune(): Promise<void> {
    await this.#pruning.prune();
  }

  async #write(): Promise<void> {
    const rows = this.#pending;
    this.#pending = [];
    if (rows.length === 0) return;
    const em = this.deps.em.fork();
    // Inserted as entities because the driver returns only the first id for plain rows.
    const events = rows.map((row) => em.create(AuthenticationEvent, row));
    this.#notify(rows, await em.insertMany(AuthenticationEvent, events));
  }

  #notify(rows: readonly Row[], ids: readonly unknown[]): void {
    for (const listener of this.#listeners) {
      for (const [index, row] of rows.entries()) listener({ ...row, id: ids[index] as number });
    }
  }

  #rowOf({ event, result, origin, username, userId, change, details }: RecordedEvent): Row {
    const { method: door, address, by } = origin;
    const at = this.deps.clock.now();
    const what = { at, event, result, door, address, username: readableName(username), userId: userId ?? null };
    const actor = { actor: by ? readableName(by.username) : '', actorId: by?.userId ?? null };
    const keys = { usernameKey: auditKey(username), actorKey: by ? auditKey(by.username) : '' };
    return { ...what, ...actor, ...keys, before: json(change?.before), after: json(change?.after ?? details) };
  }
}

/** Returns a single event for all that were summed up, with the login method and address of the last. */
function buildEvent({ last, count, since }: SummedEvents<RecordedEvent>): RecordedEvent {
  return { ...last, change: { after: { ...last.details, repeated: count, since: since.toISOString() } } };
}

function json(facts: Readonly<Record<string, unknown>> | undefined): string | null {
  return facts === undefined ? null : JSON.stringify(facts);
}
