import { connect } from 'node:net';
import pg from 'pg';

/** The server that the tests use if it is running. */
export const POSTGRESQL = { host: '127.0.0.1', port: 5432, user: 'postgres' } as const;

/** Runs statements in order and returns the rows of the last. */
export type Run = (...statements: readonly string[]) => Promise<Row[]>;

/** Runs statements in one of the server's databases, on a separate connection. */
export function administer(database: string, ...statements: readonly string[]): Promise<Row[]> {
  return withConnection(database, (run) => run(...statements));
}

/** Opens a connection to one of the server's databases for the duration of `use`. */
export async function withConnection<Result>(database: string, use: (run: Run) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ ...POSTGRESQL, database });
  await client.connect();
  try {
    return await use(async (...statements) => {
      let rows: Row[] = [];
      for (const sql of statements) ({ rows } = await client.query<Row>(sql));
      return rows;
    });
  } finally {
    await client.end();
  }
}

type Row = Readonly<Record<string, unknown>>;

/** Whether the server runs on this machine. */
export function listens(): Promise<boolean> {
  return new Promise((resolve) => {
    // Without a timeout, which a busy process could miss: where nothing listens, this machine refuses at once.
    const socket = connect({ host: POSTGRESQL.host, port: POSTGRESQL.port });
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}
