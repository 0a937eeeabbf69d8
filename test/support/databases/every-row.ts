import type { UnitOfWork } from '../../../src/platform/db/database.js';
import { dialectOf } from '../../../src/platform/db/dialect.js';

/** Tables that the service writes on its own, without any calls. */
const WRITTEN_ALONE =
  /^(sqlite_|nodes$|shared_clock$|metrics_|host_|hosts$|process_|rate_limits$|alert_states$|alert_evaluations$)/;

/** Returns, by table name, all rows of each table that calls may change, as text. */
export async function everyRow(em: UnitOfWork): Promise<Readonly<Record<string, string>>> {
  const connection = em.fork().getConnection();
  const tables: { name: string }[] = await connection.execute(
    dialectOf(em) === 'sqlite'
      ? "select name from sqlite_master where type = 'table'"
      : 'select tablename as name from pg_tables where schemaname = current_schema()',
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    if (WRITTEN_ALONE.test(name)) continue;
    const found: object[] = await connection.execute(`select * from "${name}"`);
    rows[name] = found
      .map((row) => JSON.stringify(row))
      .sort()
      .join('\n');
  }
  return rows;
}
