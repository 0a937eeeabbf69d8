import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { administer, POSTGRESQL, type Run, withConnection } from './postgresql-server.js';

/**
 * A database on the server that serves one test after another, since creating and dropping one costs ten times as much.
 */
export class PostgresqlDatabase {
  /** Fingerprint of the tables when new, or undefined before they are created. */
  #tables: unknown;

  readonly #name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`;

  static async create(): Promise<PostgresqlDatabase> {
    const database = new PostgresqlDatabase();
    const name = database.#name;
    // Test data does not have to survive a power cut.
    await administer('postgres', `create database ${name}`, `alter database ${name} set synchronous_commit = off`);
    return database;
  }

  get url(): string {
    const { host, port, user } = POSTGRESQL;
    return `postgresql://${user}@${host}:${port}/${this.#name}`;
  }

  /** Creates the tables. Later tests find them with the rows that the migrations inserted. */
  async fill(migrate: (url: string) => Promise<void>): Promise<void> {
    await migrate(this.url);
    await withConnection(this.#name, async (run) => {
      await run(KEEP_FIRST_ROWS);
      this.#tables = await look(run);
    });
  }

  /**
   * Ends all other connections and removes a test's leftovers. @returns whether the tables are the same as when they
   * were created.
   */
  clear(): Promise<boolean> {
    // Uses one connection for everything, since opening one takes the server longer than the work itself.
    return withConnection(this.#name, async (run) => {
      await run(END_ALL_CONNECTIONS);
      const isAsMade = this.#tables !== undefined && this.#tables === (await look(run).catch(() => undefined));
      if (isAsMade) {
        await run(REMOVE_ROWS);
      } else {
        this.#tables = undefined;
        await run(...REMOVE_TABLES);
      }
      return isAsMade;
    });
  }
}

async function look(run: Run): Promise<unknown> {
  const [row] = await run(TABLES);
  return row?.tables;
}

const END_ALL_CONNECTIONS =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

const REMOVE_TABLES = [
  'drop schema public cascade',
  'drop schema if exists first_rows cascade',
  'create schema public',
];

/**
 * Fingerprints everything except rows. Some tests alter tables, add triggers or change database settings, in which case
 * the database is recreated.
 */
const TABLES = `
  select md5(string_agg(line, e'\\n' order by line)) as tables from (
    select format('%s %s %s %s', relname, relkind, relacl, reloptions)
    from pg_class where relnamespace = 'public'::regnamespace
    union all
    select format('%s.%s %s %s %s', attrelid::regclass, attname, atttypid, atttypmod, attnotnull)
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and attnum > 0
    union all
    select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger
    union all
    select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
    union all
    select format('%s %s', proname, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select nspname from pg_namespace where nspname !~ '^pg_(toast_)?temp'
    union all
    select setconfig::text from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())
    union all
    select format('%s %s', id, name) from mikro_orm_migrations
  ) as catalog (line)`;

/** Keeps a copy of the rows that the migrations inserted. */
const KEEP_FIRST_ROWS = `
  create schema first_rows;
  do $$
  declare name text; has_rows boolean;
  begin
    for name in select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'mikro_orm_migrations'
    loop
      execute format('select exists (select from public.%I)', name) into has_rows;
      if has_rows then execute format('create table first_rows.%I as table public.%I', name, name); end if;
    end loop;
  end $$`;

/**
 * Truncates only tables that have pages, i.e. have been written to; truncating the others too would take most of the
 * time.
 */
const REMOVE_ROWS = `
  do $$
  declare written text; name text; numbered record;
  begin
    select string_agg(format('public.%I', relname), ', ') into written from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'mikro_orm_migrations'
      and pg_relation_size(oid) > 0;
    if written is null then return; end if;
    execute format('truncate %s restart identity cascade', written);
    set local session_replication_role = replica;
    for name in select relname from pg_class where relnamespace = 'first_rows'::regnamespace loop
      execute format('insert into public.%I overriding system value table first_rows.%I', name, name);
      for numbered in
        select attname as field, pg_get_serial_sequence(format('public.%I', name), attname) as sequence
        from pg_attribute where attrelid = format('public.%I', name)::regclass and attnum > 0 and not attisdropped
      loop
        continue when numbered.sequence is null;
        execute format('select setval(%L, max(%I)) from public.%I', numbered.sequence, numbered.field, name);
      end loop;
    end loop;
  end $$`;
