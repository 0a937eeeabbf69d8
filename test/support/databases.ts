import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.js';
import { entities } from '../../src/entities.js';
import type { DatabaseLocation } from '../../src/settings/settings.js';

/** A kind of database that persistence is tested on. */
export interface DatabaseKind {
  readonly name: string;
  readonly available: boolean;
  /** A place of its own for the test at hand, removed when the test ends. */
  readonly locate: () => Promise<DatabaseLocation>;
}

interface BusyTimeout {
  /** How long SQLite waits for another process that writes. */
  readonly busyTimeoutMs: number;
}

const POSTGRESQL = { host: '127.0.0.1', port: 5432, user: 'postgres' };

/** SQLite always, PostgreSQL where it listens on this machine. */
export const databaseKinds: readonly DatabaseKind[] = [
  { name: 'SQLite', available: true, locate: sqliteFile },
  { name: 'PostgreSQL', available: await listens(POSTGRESQL), locate: postgresqlDatabase },
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

async function postgresqlDatabase(): Promise<DatabaseLocation> {
  const name = `vigia_test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name}`);
  onTestFinished(() => administer(`drop database if exists ${name} with (force)`));
  const { host, port, user } = POSTGRESQL;
  return { kind: 'postgresql', url: `postgresql://${user}@${host}:${port}/${name}` };
}

async function administer(sql: string): Promise<void> {
  const { host, port, user } = POSTGRESQL;
  const orm = await MikroORM.init({
    host,
    port,
    user,
    dbName: 'postgres',
    entities: [],
    discovery: { warnWhenNoEntities: false },
  });
  await orm.em.getConnection().execute(sql);
  await orm.close();
}

function listens({ host, port }: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 });
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}
