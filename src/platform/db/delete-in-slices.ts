import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { Clock } from '../../shared/time/clock.js';
import type { UnitOfWork } from './database.js';
import { dialectOf } from './dialect.js';

/** Rows per statement, and the pause between two statements: SQLite blocks the process for the length of one. */
const DELETED_AT_ONCE = 500;
const PAUSE_MS = 50;

interface DeletionDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'wait'>;
}

/** The rows to delete. `table` and `where` become part of the SQL, so they must not contain user input. */
interface RowsToDelete {
  readonly table: string;
  /** SQL with `?` for each value. There should be an index for it. */
  readonly where: string;
  readonly values: readonly unknown[];
}

/** Deletes rows in batches, with pauses in which other statements run. @returns how many were deleted. */
export async function deleteInSlices({ em, clock }: DeletionDeps, rows: RowsToDelete): Promise<number> {
  const sql = sliceOf(rows, dialectOf(em));
  for (let deleted = 0; ; ) {
    const unit = em.fork() as SqlEntityManager;
    const { affectedRows } = await unit.execute<{ affectedRows: number }>(sql, [...rows.values], 'run');
    deleted += affectedRows;
    if (affectedRows < DELETED_AT_ONCE) return deleted;
    await clock.wait(PAUSE_MS);
  }
}

/** {@link deleteInSlices} bound to a database, for modules that do not import it. */
export function deleterOf(deps: DeletionDeps): (rows: RowsToDelete) => Promise<number> {
  return (rows) => deleteInSlices(deps, rows);
}

/** Neither database has a limit in `delete`, but each has an address of a row by which a subquery can select. */
function sliceOf({ table, where }: RowsToDelete, dialect: ReturnType<typeof dialectOf>): string {
  const slice = (rowAddress: string) => `select ${rowAddress} from ${table} where ${where} limit ${DELETED_AT_ONCE}`;
  return dialect === 'sqlite'
    ? `delete from ${table} where rowid in (${slice('rowid')})`
    : `delete from ${table} where ctid = any(array(${slice('ctid')}))`;
}
