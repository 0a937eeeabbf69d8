import pg from 'pg';
import type { ReadOnlyDatabase } from '../read-only-database.js';

/**
 * Connects to PostgreSQL in a session whose transactions are read-only.
 *
 * @throws the driver's error if the server does not answer within the time limit, or refuses.
 */
export async function openReadOnlyPostgresql(url: string, timeoutMs: number): Promise<ReadOnlyDatabase> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
  });
  // A connection that breaks fails the next statement, which reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('set default_transaction_read_only = on');
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return {
    kind: 'postgresql',
    query: async <Row>(sql: string) => (await client.query(sql)).rows as Row[],
    close: () => client.end(),
  };
}
