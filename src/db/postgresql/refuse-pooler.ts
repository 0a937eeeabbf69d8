import { setTimeout } from 'node:timers/promises';
import pg, { type Client } from 'pg';
import { SettingsError } from '../../settings/settings.js';
import { hasCode } from '../../shared/errors/has-code.js';

const ANSWER_TIMEOUT_MS = 5000;

/** Rounds in which two sessions are compared, and the pause between them: other clients may come in between. */
const ROUNDS = 10;
const ROUND_PAUSE_MS = 5;

const ADVICE =
  'Let DATABASE_URL name PostgreSQL itself, or a pool in session mode (pool_mode = session): Vigia keeps its own connections.';

/**
 * Refuses a pooler such as PgBouncer that gives each transaction, or each statement, another connection to the server
 * (contract 13): settings, locks and `LISTEN` of a session would be those of others there. Nothing is set before this is
 * known, for it would stay on a connection that other programs use.
 *
 * @throws {SettingsError} saying what to do. @throws the error of the connection if there is none.
 */
export async function refusePooler(url: string): Promise<void> {
  const sessions: Client[] = [];
  const open = async () => {
    const session = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    session.on('error', () => {});
    sessions.push(session);
    await session.connect();
    return session;
  };
  try {
    const first = await open();
    // A pooler gives its clients keys of its own, as it does not know yet which server each will get.
    if ((await serverOf(first)) === keyOf(first)) return;
    if (await shareServer(first, await open()))
      throw new SettingsError([
        `DATABASE_URL leads to a connection pooler in transaction or statement mode, such as PgBouncer. ${ADVICE}`,
      ]);
  } catch (error) {
    // MikroORM creates a database that does not exist.
    if (hasCode(error, '3D000')) return;
    if (!/unsupported startup parameter/.test(String(error))) throw error;
    const { message } = error as Error;
    throw new SettingsError([
      `DATABASE_URL leads to a connection pooler that refuses a setting (${message}): remove it from DATABASE_URL and PGOPTIONS, or let DATABASE_URL name PostgreSQL itself.`,
    ]);
  } finally {
    for (const session of sessions) session.connection.stream.destroy();
  }
}

/** Whether two sessions have been on the same server process, or one on several. */
async function shareServer(one: Client, other: Client): Promise<boolean> {
  const [own, others] = [await serverOf(one), await serverOf(other)];
  for (let round = 0; round < ROUNDS && own !== others; round += 1) {
    await setTimeout(ROUND_PAUSE_MS);
    if ((await serverOf(one)) !== own || (await serverOf(other)) !== others) return true;
  }
  return own === others;
}

async function serverOf(session: Client): Promise<number> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** The process that the server named when the session began. */
function keyOf(session: Client): number | undefined {
  return (session as Client & { readonly processID?: number }).processID;
}
