import { connect } from 'node:net';
import pg from 'pg';

/** The server that the tests use where it runs. */
export const POSTGRESQL = { host: '127.0.0.1', port: 5432, user: 'postgres' } as const;

/** Runs statements one after another in a database of the server, and gives the rows of the last. */
export async function administer(database: string, ...statements: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({ ...POSTGRESQL, database });
  let rows: Row[] = [];
  await client.connect();
  try {
    for (const sql of statements) ({ rows } = await client.query<Row>(sql));
  } finally {
    await client.end();
  }
  return rows;
}

type Row = Readonly<Record<string, unknown>>;

/** Whether the server runs on this machine. */
export function listens(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: POSTGRESQL.host, port: POSTGRESQL.port, timeout: 1000 });
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}
