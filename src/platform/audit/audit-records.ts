import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { yieldToEventLoop } from '../../shared/concurrency/yield-to-event-loop.js';
import { type Page, type PageRequest, pageOf, rowsFor } from '../../shared/page.js';
import type { UnitOfWork } from '../db/database.js';
import { csvHeader, csvLine } from './audit-csv.js';
import { AuthenticationEvent } from './audit-event.entity.js';
import { auditKey } from './audit-names.js';
import type { AuditRecord, AuditResult } from './audit-record.js';
import type { AuditAction } from './audit-trail.js';
import { type AuditConditions, type AuditKeyset, AuditWalk, dateOf, type EventPosition, TABLE } from './audit-walk.js';
import type { LoginMethod } from './origin.js';

/** Filters of the audit trail; omitted properties match any event. */
export interface AuditFilter {
  /** Matched in any spelling. */
  readonly username?: string | undefined;
  readonly actor?: string | undefined;
  readonly event?: AuditAction | undefined;
  readonly result?: AuditResult | undefined;
  readonly door?: LoginMethod | undefined;
  /** Matched exactly; empty for the command line. */
  readonly address?: string | undefined;
  /** Start of the range, inclusive. */
  readonly from?: Date | undefined;
  /** End of the range, exclusive. */
  readonly to?: Date | undefined;
}

export interface CsvPart {
  readonly csv: string;
  readonly rows: number;
  /** Key of the last line, from which the next part continues; null if there is none. */
  readonly endKey: AuditKeyset | null;
  readonly hasMore: boolean;
}

/** Maximum number of characters of `before` and `after` shown in a list, and in a spreadsheet cell. */
const SHOWN_MAX_LENGTH = 500;
const CELL_MAX_LENGTH = 30_000;

const PART_ROWS = 1000;
const PART_MAX_LENGTH = 500_000;

/**
 * Number of events whose values are read in one statement: few enough to take only milliseconds even if the values are
 * long.
 */
const BATCH_ROWS = 25;

/** Reads the audit trail, newest event first (promise 30). */
export class AuditRecords {
  constructor(private readonly em: UnitOfWork) {}

  /** Returns a page of matching events; long values are truncated and end with `…`. */
  async page(filter: AuditFilter, request: PageRequest<AuditKeyset>): Promise<Page<AuditRecord>> {
    const page = pageOf(await this.#positions(filter, request.after, rowsFor(request)), request, keysetOf);
    const items: AuditRecord[] = [];
    for await (const batch of this.#batches(page.items, SHOWN_MAX_LENGTH)) items.push(...batch);
    // Events may have been deleted since their positions were read.
    return { ...page, items, keys: items.map(keysetOf) };
  }

  /** Returns one event in full; null if there is none. */
  async find(id: number): Promise<AuditRecord | null> {
    const event = await this.em.fork().findOne(AuthenticationEvent, { id }, { disableIdentityMap: true });
    return event as AuditRecord | null;
  }

  /** Returns matching events as CSV (RFC 4180), in parts of bounded size; the first part includes the header. */
  async csvPart(filter: AuditFilter, after: AuditKeyset | undefined): Promise<CsvPart> {
    const positions = await this.#positions(filter, after, PART_ROWS + 1);
    const wanted = positions.slice(0, PART_ROWS);
    let csv = after === undefined ? csvHeader : '';
    let rows = 0;
    let end: EventPosition | undefined;
    reading: for await (const batch of this.#batches(wanted, CELL_MAX_LENGTH)) {
      for (const record of batch) {
        if (end && csv.length > PART_MAX_LENGTH) break reading;
        csv += csvLine(record);
        rows += 1;
        end = record;
      }
    }
    // Events may have been deleted since their positions were read.
    end ??= wanted.at(-1);
    return {
      csv,
      rows,
      endKey: end ? keysetOf(end) : null,
      hasMore: end !== undefined && end.id !== positions.at(-1)?.id,
    };
  }

  /** Returns the positions of matching events, without their values. */
  #positions(filter: AuditFilter, after: AuditKeyset | undefined, limit: number): Promise<EventPosition[]> {
    return new AuditWalk(this.em).read({ conditions: buildConditions(filter), after, limit });
  }

  /**
   * Reads the events at the given positions in batches, keeping their order and yielding to the event loop in between.
   */
  async *#batches(positions: readonly EventPosition[], textLength: number): AsyncGenerator<AuditRecord[]> {
    for (let begin = 0; begin < positions.length; begin += BATCH_ROWS) {
      if (begin > 0) await yieldToEventLoop();
      yield await this.#read(positions.slice(begin, begin + BATCH_ROWS), textLength);
    }
  }

  async #read(positions: readonly EventPosition[], textLength: number): Promise<AuditRecord[]> {
    const start = (column: string) => `substr(${column}, 1, ${textLength + 1}) as ${column}`;
    const select = `id, at, event, result, door, address, username, actor, ${start('before')}, ${start('after')}`;
    const rows = await (this.em.fork() as SqlEntityManager).execute<AuditRecord[]>(
      `select ${select} from ${TABLE} where id in (${positions.map(() => '?').join(', ')}) order by at desc, id desc`,
      positions.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...row,
      at: dateOf(row.at),
      before: shortened(row.before, textLength),
      after: shortened(row.after, textLength),
    }));
  }
}

function buildConditions({ username, actor, event, result, door, address, from, to }: AuditFilter): AuditConditions {
  const columns = {
    ...(username !== undefined && { username_key: auditKey(username) }),
    ...(actor !== undefined && { actor_key: auditKey(actor) }),
    // Databases reject NUL, and no address contains it.
    ...(address !== undefined && { address: address.toWellFormed().replaceAll('\0', '\ufffd') }),
    ...(event !== undefined && { event }),
    ...(result !== undefined && { result }),
    ...(door !== undefined && { door }),
  };
  return { columns, from, to };
}

function keysetOf({ at, id }: EventPosition): AuditKeyset {
  return [at.getTime(), id];
}

/**
 * Truncates a string to `length` characters followed by `…`; shorter strings are returned whole. A character may take
 * two UTF-16 units.
 */
function shortened(text: string | null, length: number): string | null {
  if (text === null || text.length <= length) return text;
  let end = 0;
  for (let characters = 0; characters < length && end < text.length; characters += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end < text.length ? `${text.slice(0, end)}…` : text;
}
