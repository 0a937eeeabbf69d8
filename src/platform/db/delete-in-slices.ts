import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { Clock } from '../../shared/time/clock.js';
import type { UnitOfWork } from './database.js';
import { dialectOf } from './dialect.js';

/** Rows per statement, and the pause between statements, since each statement blocks the process on SQLite. */
const DELETED_AT_ONCE = 500;
const PAUSE_MS = 50;

interface DeletionDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'wait'>;
}

/** Describes the rows to delete. `table` and `where` become part of the SQL, so they must not contain user input. */
interface RowsToDelete {
  readonly table: string;
  /** SQL condition with `?` for each value; should be backed by an index. */
  readonly where: string;
  readonly values: readonly unknown[];
}

/** Deletes rows in batches, pausing between them to let other statements run. @returns the number of deleted rows. */
export async function deleteInSlices({ em, clock }: DeletionDeps, rows: RowsToDelete): Promise<number> {
  const sql = buildSlice(rows, dialectOf(em));
  for (let deleted = 0; ; ) {
    const unit = em.fork() as SqlEntityManager;
    const { affectedRows } = await unit.execute<{ affectedRows: number }>(sql, [...rows.values], 'run');
    deleted += affectedRows;
    if (affectedRows < DELETED_AT_ONCE) return deleted;
    await clock.wait(PAUSE_MS);
  }
}

/** Binds {@link deleteInSlices} to a database, for modules that don't import it. */
export function createDeleter(deps: DeletionDeps): (rows: RowsToDelete) => Promise<number> {
  return (rows) => deleteInSlices(deps, rows);
}

/**
 * Builds the statement for one batch. Neither database supports a limit in `delete`, but in both a subquery can select
 * rows by their physical address.
 */
function buildSlice({ table, where }: RowsToDelete, dialect: ReturnType<typeof dialectOf>): string {
  const slice = (rowAddress: string) => `select ${rowAddress} from ${table} where ${where} limit ${DELETED_AT_ONCE}`;
  return dialect === 'sqlite'
    ? `delete from ${table} where rowid in (${slice('rowid')})`
    : `delete from ${table} where ctid = any(array(${slice('ctid')}))`;
}
