import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.js';
import { entities } from '../../src/entities.js';
import type { DatabaseLocation } from '../../src/settings/settings.js';
import { administer, listens, POSTGRESQL } from './postgresql-server.js';

/** A kind of database that persistence is tested on. */
export interface DatabaseKind {
  readonly name: string;
  readonly available: boolean;
  /** An empty database for the test at hand alone, whose contents are removed when the test ends. */
  readonly locate: () => Promise<DatabaseLocation>;
}

interface BusyTimeout {
  /** How long SQLite waits for another process that writes. */
  readonly busyTimeoutMs: number;
}

/** SQLite always, PostgreSQL where it listens on this machine. */
export const databaseKinds: readonly DatabaseKind[] = [
  { name: 'SQLite', available: true, locate: sqliteFile },
  { name: 'PostgreSQL', available: await listens(), locate: postgresqlDatabase },
];

/** Opens a database of the test's own and closes it when the test ends. */
export async function openTestDatabase(location: DatabaseLocation, busyTimeout?: BusyTimeout): Promise<Database> {
  const database = await openDatabase({ location, entities, logger: { log: () => {} }, ...busyTimeout });
  onTestFinished(() => database.close(true));
  return database;
}

async function sqliteFile(): Promise<DatabaseLocation> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { kind: 'sqlite', file: join(folder, 'data', 'vigia.sqlite') };
}

/** Databases that no test uses any more, emptied: making and dropping one costs PostgreSQL ten times as much. */
const emptied: string[] = [];

async function postgresqlDatabase(): Promise<DatabaseLocation> {
  const name = emptied.pop() ?? (await createDatabase());
  onTestFinished(async () => {
    await administer(name, END_ALL_CONNECTIONS, 'drop schema public cascade', 'create schema public');
    emptied.push(name);
  });
  const { host, port, user } = POSTGRESQL;
  return { kind: 'postgresql', url: `postgresql://${user}@${host}:${port}/${name}` };
}

const END_ALL_CONNECTIONS =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

async function createDatabase(): Promise<string> {
  const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`;
  // Nothing here is to outlive a power cut.
  await administer('postgres', `create database ${name}`, `alter database ${name} set synchronous_commit = off`);
  return name;
}
