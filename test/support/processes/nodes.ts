import { fileURLToPath } from 'node:url';
import jsonwebtoken from 'jsonwebtoken';
import { onTestFinished } from 'vitest';
import type { Database } from '../../../src/platform/db/database.js';
import type { DatabaseLocation } from '../../../src/settings/settings.js';
import type { AtTheEnd } from '../at-the-end.js';
import { type DatabaseKind, databaseKinds } from '../databases/databases.js';
import { SECRET_KEY } from '../test-app.js';
import { startService } from './running-service.js';

/** Preloaded into a process, it sets its clock off by CLOCK_SHIFT_MS. */
export const SHIFTED_CLOCK = fileURLToPath(new URL('shifted-clock.mjs', import.meta.url));

/** Whether PostgreSQL runs on this machine: only there can several processes be one service. */
export const nodesCanRun = databaseKinds.some(({ name, available }) => name === 'PostgreSQL' && available);

/** What is special about one node. */
export interface NodeOptions {
  /** How far its own clock is off. */
  readonly clockShiftMinutes?: number;
  /** The address at which it reaches the database, where that is another than the others'. */
  readonly databaseUrl?: string;
  readonly environment?: Record<string, string>;
}

/** The address of a PostgreSQL database for the test at hand, with its tables and nothing in them. */
export function newDatabaseUrl(atTheEnd?: AtTheEnd): Promise<string> {
  return urlOf(({ locate }) => locate(atTheEnd));
}

/** The same without tables, which the first node that starts on it then makes. */
export function emptyDatabaseUrl(): Promise<string> {
  return urlOf(({ locateEmpty }) => locateEmpty());
}

async function urlOf(locate: (kind: DatabaseKind) => Promise<DatabaseLocation>): Promise<string> {
  const kind = databaseKinds.find(({ name }) => name === 'PostgreSQL');
  const location = kind && (await locate(kind));
  if (location?.kind !== 'postgresql') throw new Error('PostgreSQL is not there');
  return location.url;
}

/** Runs SQL on a database. */
export function sqlOf({ em }: Database) {
  return <Row = Record<string, unknown>>(sql: string): Promise<Row[]> => em.getConnection().execute(sql);
}

/** An access token of an account whose tokens were never revoked, without a login. */
export function tokenOf(userId: number): string {
  const iat = Math.floor(Date.now() / 1000) - 1;
  const claims = {
    token_type: 'access',
    user_id: String(userId),
    version: 0,
    iat,
    exp: iat + 600,
    jti: `${userId}`,
    auth_time: iat,
  };
  return jsonwebtoken.sign(claims, SECRET_KEY, { algorithm: 'HS256' });
}

/** Starts a process of the built service on a PostgreSQL database that it shares with others. */
export function startNode(
  databaseUrl: string,
  options: NodeOptions = {},
  atTheEnd: AtTheEnd = onTestFinished,
): ReturnType<typeof startService> {
  const { clockShiftMinutes = 0, databaseUrl: ownUrl = databaseUrl, environment } = options;
  const shift = clockShiftMinutes !== 0 && {
    NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
    CLOCK_SHIFT_MS: String(clockShiftMinutes * 60_000),
  };
  return startService({ DATABASE_URL: ownUrl, SECRET_KEY, ...shift, ...environment }, 'node', atTheEnd);
}

/** Starts as many nodes as there are options, all at once, on a new database. */
export async function startNodes(...options: readonly NodeOptions[]) {
  const databaseUrl = await newDatabaseUrl();
  const nodes = await Promise.all(options.map((one) => startNode(databaseUrl, one)));
  return { databaseUrl, nodes };
}
