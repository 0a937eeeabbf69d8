import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { Clock } from '../shared/clock.js';
import type { UnitOfWork } from './database.js';
import { dialectOf } from './dialect.js';

/** Rows that are deleted in one statement, and the pause between two: SQLite, and with it the process, stands still for one. */
const DELETED_AT_ONCE = 500;
const PAUSE_MS = 50;

interface DeletionDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'wait'>;
}

/** Which rows go. Only names and values that the service itself knows belong into `where`. */
interface RowsToDelete {
  readonly table: string;
  /** SQL with `?` for each value. An index should find them. */
  readonly where: string;
  readonly values: readonly unknown[];
}

/** Deletes rows a slice at a time, with a turn for everybody else in between. @returns how many there were. */
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

/** {@link deleteInSlices} for who knows no database. */
export function deleterOf(deps: DeletionDeps): (rows: RowsToDelete) => Promise<number> {
  return (rows) => deleteInSlices(deps, rows);
}

/** Neither database deletes with a limit, but each knows where a row is. */
function sliceOf({ table, where }: RowsToDelete, dialect: ReturnType<typeof dialectOf>): string {
  const slice = (place: string) => `select ${place} from ${table} where ${where} limit ${DELETED_AT_ONCE}`;
  return dialect === 'sqlite'
    ? `delete from ${table} where rowid in (${slice('rowid')})`
    : `delete from ${table} where ctid = any(array(${slice('ctid')}))`;
}
