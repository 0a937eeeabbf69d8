import { createReadStream } from 'node:fs';
import { CommandFailure } from '../command.js';
import type { DjangoRow } from './django-fields.js';
import { type DjangoTable, TERMS, USERS } from './django-tables.js';
import { jsonItems } from './json-items.js';

/** An item as `dumpdata` writes it. With natural primary keys it has no `pk`. */
interface DumpItem {
  readonly model: string;
  readonly pk?: unknown;
  readonly fields: DjangoRow;
}

/**
 * The models of a dump that may be users or terms, with their items; what else a project keeps is read over.
 *
 * @throws {CommandFailure} when it is no dump, or not whole.
 */
export async function readDump(file: string): Promise<readonly DjangoTable[]> {
  const items = new Map<string, DjangoRow[]>();
  for await (const item of jsonItems(createReadStream(file))) {
    if (!isDumpItem(item)) {
      throw new CommandFailure(`${file} is no dump of Django: its items have no "model" and "fields".`);
    }
    const { model, pk, fields } = item;
    const columns = columnsOf(fields);
    if (!USERS.mayFit(columns) && !TERMS.mayFit(columns)) continue;
    const rows = items.get(model) ?? [];
    rows.push({ ...fields, id: pk });
    items.set(model, rows);
  }
  return [...items].map(([name, rows]) => ({
    name,
    columns: columnsOf(rows[0] ?? {}),
    count: rows.length,
    rows: () => rows.toSorted(byNumber),
  }));
}

function isDumpItem(item: unknown): item is DumpItem {
  const { model, fields } = (item ?? {}) as Partial<DumpItem>;
  return typeof model === 'string' && typeof fields === 'object' && fields !== null && !Array.isArray(fields);
}

function columnsOf(fields: DjangoRow): ReadonlySet<string> {
  return new Set(Object.keys(fields));
}

/** Keys that are no numbers stay in the order of the dump, which is theirs. */
function byNumber(a: DjangoRow, b: DjangoRow): number {
  return typeof a.id === 'number' && typeof b.id === 'number' ? a.id - b.id : 0;
}
