import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { CACHE } from './cache.ts';
import { attempt, run } from './run.ts';

/** As `deploy/compose.postgresql.yaml` names it. */
const IMAGE = 'docker.io/library/postgres:17';

/** Understands the variables that the composition sets, as the official image does. */
const ENTRYPOINT = `#!/bin/sh
set -eu
data=/var/lib/postgresql/data
as_postgres="setpriv --reuid=postgres --regid=postgres --init-groups"
if [ ! -s $data/PG_VERSION ]; then
  install --directory --owner=postgres --group=postgres --mode=0700 $data
  echo "$POSTGRES_PASSWORD" >/tmp/password
  $as_postgres initdb --pgdata $data --username="$POSTGRES_USER" --pwfile=/dev/stdin --auth-host=scram-sha-256 </tmp/password
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>$data/pg_hba.conf
  echo "create database \\"$POSTGRES_DB\\"" | $as_postgres postgres --single -D $data postgres
fi
exec $as_postgres postgres -D $data -c listen_addresses=* -c unix_socket_directories=/tmp
`;

/** The programs, and where `pg_isready` and `psql` look for the socket. */
const ENVIRONMENT = ['PATH=/usr/lib/postgresql/17/bin:/usr/local/bin:/usr/bin:/bin', 'PGHOST=/tmp'];

/**
 * Makes a stand-in for PostgreSQL's image out of Debian 13's package, unless podman has that image. It starts the same
 * server with the same variables.
 *
 * @returns whether it is a stand-in, to be removed afterwards.
 */
export async function providePostgresqlImage(): Promise<boolean> {
  const { code } = await attempt(['podman', 'image', 'exists', IMAGE]);
  if (code === 0) return false;
  const archive = `${CACHE}/postgresql-17.tar`;
  if (!existsSync(archive)) await makeRoot(archive);
  const changes = [...ENVIRONMENT.map((pair) => `ENV ${pair}`), 'ENTRYPOINT ["/usr/local/bin/entrypoint"]'];
  await run(['podman', 'import', ...changes.flatMap((change) => ['--change', change]), archive, IMAGE]);
  return true;
}

export async function removePostgresqlImage(): Promise<void> {
  await attempt(['podman', 'rmi', IMAGE]);
}

async function makeRoot(archive: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const entrypoint = `${CACHE}/entrypoint`;
  writeFileSync(entrypoint, ENTRYPOINT);
  chmodSync(entrypoint, 0o755);
  const hook = `--customize-hook=copy-in ${entrypoint} /usr/local/bin`;
  const part = `${archive}.part.tar`;
  await run(['mmdebstrap', '--variant=minbase', '--include=postgresql-17', hook, 'trixie', part]);
  renameSync(part, archive);
}
