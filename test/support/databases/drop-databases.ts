import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { administer, listens } from './postgresql-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Name prefix of this run's databases on PostgreSQL. */
    databasePrefix: string;
  }
}

/** Drops the run's test databases on PostgreSQL after all tests. */
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
