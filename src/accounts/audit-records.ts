import type { UnitOfWork } from '../db/database.js';
import { type Page, type PageRequest, pageOf, rowsFor } from '../shared/page.js';
import { csvHeader, csvLine } from './audit-csv.js';
import { auditKey } from './audit-names.js';
import type { AuditRecord, AuditResult } from './audit-record.js';
import type { AuthenticationAct } from './audit-trail.js';
import { type AuditConditions, type AuditKeyset, AuditWalk, dateOf } from './audit-walk.js';
import { AuthenticationEvent } from './authentication-event.entity.js';
import type { Door } from './origin.js';

/** What is looked for in the audit trail; what is left out may be anything. */
export interface AuditFilter {
  /** In any spelling. */
  readonly username?: string | undefined;
  readonly actor?: string | undefined;
  readonly event?: AuthenticationAct | undefined;
  readonly result?: AuditResult | undefined;
  readonly door?: Door | undefined;
  /** Exactly as it stands there; empty for the command line. */
  readonly address?: string | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
}

/** A part of the trail as CSV. */
export interface CsvPart {
  readonly csv: string;
  /** How many events it has. */
  readonly rows: number;
  /** Where the last line stands; null when there is none. */
  readonly endKey: AuditKeyset | null;
  readonly hasMore: boolean;
}

/** How much of `before` and `after` a list shows, and how much a cell of a table: spreadsheets take no more. */
const SHOWN_MAX_LENGTH = 500;
const CELL_MAX_LENGTH = 30_000;

const PART_ROWS = 1000;
const PART_MAX_LENGTH = 500_000;

/** Reads the audit trail, the newest event first (promise 30). */
export class AuditRecords {
  constructor(private readonly em: UnitOfWork) {}

  /** A page of what the filter lets through; long texts are cut and end with `…`. */
  async page(filter: AuditFilter, { first, after }: PageRequest<AuditKeyset>): Promise<Page<AuditRecord>> {
    return pageOf(await this.#read(filter, after, rowsFor({ first }), SHOWN_MAX_LENGTH), first, keysetOf);
  }

  /** One event in full; null when there is none of that number. */
  async find(id: number): Promise<AuditRecord | null> {
    const event = await this.em.fork().findOne(AuthenticationEvent, { id }, { disableIdentityMap: true });
    return event as AuditRecord | null;
  }

  /** What the filter lets through as CSV (RFC 4180), in parts of bounded size; the first has the names of the columns. */
  async csvPart(filter: AuditFilter, after: AuditKeyset | undefined): Promise<CsvPart> {
    const records = await this.#read(filter, after, PART_ROWS + 1, CELL_MAX_LENGTH);
    let csv = after === undefined ? csvHeader : '';
    let taken = 0;
    for (const record of records.slice(0, PART_ROWS)) {
      if (taken > 0 && csv.length > PART_MAX_LENGTH) break;
      csv += csvLine(record);
      taken += 1;
    }
    const last = records[taken - 1];
    return { csv, rows: taken, endKey: last ? keysetOf(last) : null, hasMore: records.length > taken };
  }

  async #read(filter: AuditFilter, after: AuditKeyset | undefined, limit: number, textLength: number) {
    const start = (column: string) => `substr(${column}, 1, ${textLength + 1}) as ${column}`;
    const select = `id, at, event, result, door, address, username, actor, ${start('before')}, ${start('after')}`;
    const request = { conditions: conditionsOf(filter), after, limit, select };
    const rows = await new AuditWalk(this.em).read<AuditRecord>(request);
    return rows.map(
      (row): AuditRecord => ({
        ...row,
        at: dateOf(row.at),
        before: shortened(row.before, textLength),
        after: shortened(row.after, textLength),
      }),
    );
  }
}

function conditionsOf({ username, actor, event, result, door, address, from, to }: AuditFilter): AuditConditions {
  const columns = {
    ...(username !== undefined && { username_key: auditKey(username) }),
    ...(actor !== undefined && { actor_key: auditKey(actor) }),
    // A database takes no NUL; no address has one.
    ...(address !== undefined && { address: address.toWellFormed().replaceAll('\0', '\ufffd') }),
    ...(event !== undefined && { event }),
    ...(result !== undefined && { result }),
    ...(door !== undefined && { door }),
  };
  return { columns, from, to };
}

function keysetOf({ at, id }: AuditRecord): AuditKeyset {
  return [at.getTime(), id];
}

function shortened(text: string | null, length: number): string | null {
  return text !== null && [...text].length > length ? `${[...text].slice(0, length).join('')}…` : text;
}
