import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { administer, listens } from './postgresql-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Prefix for the names of this run's PostgreSQL databases. */
    databasePrefix: string;
  }
}

/** Drops this run's PostgreSQL test databases after all tests. */
export default function dropDatabases({ provide }: TestProject): () => Promise<void> {
  const databasePrefix = `vigia_test_${randomUUID().slice(0, 8)}_`;
  provide('databasePrefix', databasePrefix);
  return async () => {
    if (!(await listens())) return;
    const made = await administer(
      'postgres',
      `select datname from pg_database where datname like '${databasePrefix}%'`,
    );
    await administer('postgres', ...made.map(({ datname }) => `drop database if exists ${datname} with (force)`));
  };
}
