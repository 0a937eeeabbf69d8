import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the state that several processes on one database have in common (contract 13). Adds only tables and triggers, so
 * a process of the previous version can run alongside one of this version. Data that may be lost in a PostgreSQL crash
 * is unlogged.
 */
export class Migration012Nodes extends Migration {
  override up(): void {
    this.addSql(`create table nodes (
      id varchar(36) primary key,
      version varchar(50) not null,
      address varchar(255) not null,
      host_number int null,
      started_at timestamptz not null,
      beat_at timestamptz not null,
      key_fingerprint varchar(64) not null,
      health text null
    )`);
    this.addSql(`create unlogged table open_sockets (
      node_id varchar(36) not null,
      number int not null,
      user_id int not null,
      username varchar(150) not null,
      session_id varchar(64) null,
      address varchar(64) not null,
      since timestamptz not null,
      subscriptions int not null default 0,
      primary key (node_id, number)
    )`);
    this.addSql('create index open_sockets_user_id_index on open_sockets (user_id)');
    this.addSql('create index open_sockets_since_index on open_sockets (since)');
    this.addSql(`create table shared_clock (
      id int primary key,
      set_by_ms double precision not null default 0,
      seen_until_ms double precision not null default 0
    )`);
    this.addSql('insert into shared_clock (id) values (1)');
    this.addSql(`create unlogged table rate_limits (
      key varchar(255) primary key,
      points int not null,
      ends_at timestamptz not null
    )`);
    this.addSql('create index rate_limits_ends_at_index on rate_limits (ends_at)');
    this.addSql(`create table hosts (
      number int primary key,
      id varchar(36) not null,
      name varchar(255) not null,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      newest text null,
      samples_days int not null,
      minutes_days int not null,
      hours_days int not null,
      interval_ms int not null,
      stored_by varchar(36) null
    )`);
    this.addSql('alter table hosts add constraint hosts_id_unique unique (id)');
    this.addSql(`create table host_chunks (
      host_number int not null,
      resolution smallint not null,
      start_minute int not null,
      data bytea not null,
      primary key (host_number, resolution, start_minute)
    )`);
    this.addSql(`create unlogged table analyses (
      host_number int not null,
      language varchar(35) not null,
      sampled_at timestamptz not null,
      prompt text not null,
      claimed_until timestamptz null,
      answer text null,
      primary key (host_number, language, sampled_at)
    )`);
    this.addSql('create index analyses_sampled_at_index on analyses (sampled_at)');
    this.#notifyOfAccounts();
    this.#notifyOfTerms();
  }

  override down(): void {
    for (const [table, trigger] of [
      ['users', 'notify_of_user'],
      ['sessions', 'notify_of_session'],
      ['sessions', 'notify_of_accounts'],
      ['terms_versions', 'notify_of_terms'],
    ]) {
      this.addSql(`drop trigger ${trigger} on ${table}`);
      this.addSql(`drop function ${trigger}`);
    }
    for (const table of ['analyses', 'host_chunks', 'hosts', 'rate_limits', 'shared_clock', 'open_sockets', 'nodes']) {
      this.addSql(`drop table ${table}`);
    }
  }

  /**
   * Creates the triggers that announce every change, whether made by a node, the command line or a node of the previous
   * version. The notification is sent when the transaction commits.
   */
  #notifyOfAccounts(): void {
    this.addSql(`create function notify_of_user() returns trigger language plpgsql as $$ begin
      perform pg_notify('vigia_changes', 'accounts ' || old.id);
      return null;
    end $$`);
    this.addSql(`create trigger notify_of_user after update or delete on users
      for each row execute function notify_of_user()`);
    this.addSql(`create function notify_of_session() returns trigger language plpgsql as $$ begin
      if old.expires_at > now() then perform pg_notify('vigia_changes', 'accounts ' || old.user_id); end if;
      return null;
    end $$`);
    this.addSql(`create trigger notify_of_session after delete on sessions
      for each row execute function notify_of_session()`);
    // Announces all accounts together because an operator may end all sessions.
    this.addSql(`create function notify_of_accounts() returns trigger language plpgsql as $$ begin
      perform pg_notify('vigia_changes', 'accounts');
      return null;
    end $$`);
    this.addSql(`create trigger notify_of_accounts after truncate on sessions
      for each statement execute function notify_of_accounts()`);
  }

  #notifyOfTerms(): void {
    this.addSql(`create function notify_of_terms() returns trigger language plpgsql as $$ begin
      perform pg_notify('vigia_changes', 'terms');
      return null;
    end $$`);
    this.addSql(`create trigger notify_of_terms after insert or update or delete or truncate on terms_versions
      for each statement execute function notify_of_terms()`);
  }
}
