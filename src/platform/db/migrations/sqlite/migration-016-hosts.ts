import { Migration } from '@mikro-orm/migrations';

/**
 * Adds machines measured by agents (contract 13), with the tables that PostgreSQL has had since migration 012. The
 * service's own machine is number 1; its history stays in `metrics_chunks`.
 */
export class Migration016Hosts extends Migration {
  override up(): void {
    this.addSql(`create table hosts (
      number integer not null primary key,
      id text not null,
      name text not null,
      first_seen_at datetime not null,
      last_seen_at datetime not null,
      newest text null,
      samples_days integer not null,
      minutes_days integer not null,
      hours_days integer not null,
      interval_ms integer not null,
      stored_by text null,
      facts text null,
      has_agent integer not null default false,
      tags text not null default '[]',
      token_hash text null,
      agent_instance text null,
      agent_version text null,
      clock_skew_ms integer null,
      clock_offset_minutes integer not null default 0,
      rolled_up_until integer not null default 0,
      retired_at datetime null
    )`);
    this.addSql('create unique index hosts_id_unique on hosts (id)');
    this.addSql('create unique index hosts_token_hash_unique on hosts (token_hash)');
    this.addSql(`create table host_chunks (
      host_number integer not null,
      resolution integer not null,
      start_minute integer not null,
      data blob not null,
      primary key (host_number, resolution, start_minute)
    )`);
  }

  override down(): void {
    this.addSql('drop table host_chunks');
    this.addSql('drop table hosts');
  }
}
