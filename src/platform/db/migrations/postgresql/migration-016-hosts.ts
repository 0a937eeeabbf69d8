import { Migration } from '@mikro-orm/migrations';

/**
 * Adds machines measured by agents (contract 13). Adds only columns with defaults, which nodes of the previous version
 * neither read nor write. Host rows change with each sample, so free space in their pages saves updating the indexes.
 */
export class Migration016Hosts extends Migration {
  override up(): void {
    this.addSql(`alter table hosts
      add column has_agent boolean not null default false,
      add column tags text not null default '[]',
      add column token_hash varchar(64) null,
      add column agent_instance varchar(36) null,
      add column agent_version varchar(50) null,
      add column clock_skew_ms int null,
      add column clock_offset_minutes int not null default 0,
      add column rolled_up_until int not null default 0,
      add column retired_at timestamptz null`);
    this.addSql('alter table hosts add constraint hosts_token_hash_unique unique (token_hash)');
    this.addSql('alter table hosts set (fillfactor = 50)');
  }

  override down(): void {
    this.addSql('alter table hosts reset (fillfactor)');
    this.addSql('alter table hosts drop constraint hosts_token_hash_unique');
    this.addSql(`alter table hosts
      drop column has_agent,
      drop column tags,
      drop column token_hash,
      drop column agent_instance,
      drop column agent_version,
      drop column clock_skew_ms,
      drop column clock_offset_minutes,
      drop column rolled_up_until,
      drop column retired_at`);
  }
}
