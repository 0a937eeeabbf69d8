import { fileURLToPath } from 'node:url';
import jsonwebtoken from 'jsonwebtoken';
import { onTestFinished } from 'vitest';
import type { Database } from '../../../src/platform/db/database.js';
import type { DatabaseLocation } from '../../../src/settings/settings.js';
import type { AtTheEnd } from '../at-the-end.js';
import { type DatabaseKind, postgresql } from '../databases/databases.js';
import { SECRET_KEY } from '../test-app.js';
import { startService } from './running-service.js';

/** A module to preload that shifts a process's clock by CLOCK_SHIFT_MS. */
export const SHIFTED_CLOCK = fileURLToPath(new URL('shifted-clock.mjs', import.meta.url));

/** Whether PostgreSQL runs on this machine; without it, several processes cannot form one service. */
export const nodesCanRun = postgresql.available;

export interface NodeOptions {
  readonly clockShiftMinutes?: number;
  /** The node's own database URL, if it differs from the other nodes'. */
  readonly databaseUrl?: string;
  readonly environment?: Record<string, string>;
}

/** Returns the URL of a PostgreSQL database for the current test, with empty tables. */
export function newDatabaseUrl(atTheEnd?: AtTheEnd): Promise<string> {
  return urlOf(({ locate }) => locate(atTheEnd));
}

/** Returns the URL of a PostgreSQL database without tables; the first node started on it creates them. */
export function emptyDatabaseUrl(): Promise<string> {
  return urlOf(({ locateEmpty }) => locateEmpty());
}

async function urlOf(locate: (kind: DatabaseKind) => Promise<DatabaseLocation>): Promise<string> {
  const location = await locate(postgresql);
  if (location.kind !== 'postgresql') throw new Error('PostgreSQL is not there');
  return location.url;
}

export function sqlOf({ em }: Database) {
  return <Row = Record<string, unknown>>(sql: string): Promise<Row[]> => em.getConnection().execute(sql);
}

/** Returns an access token, without logging in, for an account whose tokens have never been revoked. */
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

/** Starts a process of the built service on a PostgreSQL database shared with others. */
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

/** Starts one node per options object, all concurrently, on a new database. */
export async function startNodes(...options: readonly NodeOptions[]) {
  const databaseUrl = await newDatabaseUrl();
  const nodes = await Promise.all(options.map((one) => startNode(databaseUrl, one)));
  return { databaseUrl, nodes };
}
