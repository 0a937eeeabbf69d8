import { createReadStream } from 'node:fs';
import { CommandFailure } from '../shared/errors/command-failure.js';
import { isFactorTable } from './django-factors.js';
import type { DjangoRow } from './django-fields.js';
import { type DjangoTable, TERMS, USERS } from './django-tables.js';
import { jsonItems } from './json-items.js';

/** Item of a `dumpdata` dump. It has no `pk` if the dump uses natural primary keys. */
interface DumpItem {
  readonly model: string;
  readonly pk?: unknown;
  readonly fields: DjangoRow;
}

/**
 * Reads the models in a dump that may be users, terms or second factors, with their items; all others are skipped.
 *
 * @throws {CommandFailure} if the file is not a dump, or is incomplete.
 */
export async function readDump(file: string): Promise<readonly DjangoTable[]> {
  const models = await modelsOf(file);
  const found = new Map<string, { readonly columns: Set<string>; readonly rows: DjangoRow[] }>();
  for await (const { model, pk, fields } of itemsOf(file)) {
    if (!models.has(model)) continue;
    const { columns, rows } = found.get(model) ?? { columns: new Set(), rows: [] };
    found.set(model, { columns, rows });
    for (const field of Object.keys(fields)) columns.add(field);
    rows.push({ ...fields, id: pk });
  }
  return [...found].map(([name, { columns, rows }]) => ({
    name,
    columns,
    count: rows.length,
    rows: () => rows.toSorted(byNumber),
  }));
}

/**
 * Finds the models that may be users or terms, judging by the fields of any of their items, and those of second
 * factors. The dump is read twice because damaged items may lack these fields. In a single pass, either such items
 * would be skipped silently or all models would have to be kept in memory.
 */
async function modelsOf(file: string): Promise<ReadonlySet<string>> {
  const models = new Set<string>();
  for await (const { model, fields } of itemsOf(file)) {
    const columns = new Set(Object.keys(fields));
    if (USERS.mayMatch(columns) || TERMS.mayMatch(columns) || isFactorTable(model, columns)) models.add(model);
  }
  return models;
}

async function* itemsOf(file: string): AsyncGenerator<DumpItem> {
  for await (const item of jsonItems(createReadStream(file))) {
    if (!isDumpItem(item)) {
      throw new CommandFailure(`${file} is no dump of Django: its items have no "model" and "fields".`);
    }
    yield item;
  }
}

function isDumpItem(item: unknown): item is DumpItem {
  const { model, fields } = (item ?? {}) as Partial<DumpItem>;
  return typeof model === 'string' && typeof fields === 'object' && fields !== null && !Array.isArray(fields);
}

/** Leaves items with non-numeric keys in the order of the dump. */
function byNumber(a: DjangoRow, b: DjangoRow): number {
  return typeof a.id === 'number' && typeof b.id === 'number' ? a.id - b.id : 0;
}
