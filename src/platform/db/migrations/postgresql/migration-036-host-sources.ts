import { Migration } from '@mikro-orm/migrations';

/**
 * Adds hosts that the service reads itself, or that OpenTelemetry sends (decision 103). Nodes of the version before
 * treat them as hosts with an agent, since `has_agent` is set for every host that no node runs on.
 */
export class Migration036HostSources extends Migration {
  override up(): void {
    this.addSql(`alter table hosts
      add column source varchar(20) null,
      add column scrape text null,
      add column scrape_secrets text null,
      add column problem text null,
      add column collector_id varchar(36) null,
      add column resource_name varchar(255) null,
      add column unknown_metrics text null`);
    this.addSql(
      'alter table hosts add constraint hosts_collector_id_resource_name_unique unique (collector_id, resource_name)',
    );
    this.addSql(`create table collectors (
      id varchar(36) not null primary key,
      name varchar(255) not null,
      token_hash varchar(64) null,
      tags text not null default '[]',
      created_at timestamptz not null,
      retired_at timestamptz null
    )`);
    this.addSql('alter table collectors add constraint collectors_token_hash_unique unique (token_hash)');
  }

  override down(): void {
    this.addSql('drop table collectors');
    this.addSql('alter table hosts drop constraint hosts_collector_id_resource_name_unique');
    this.addSql(`alter table hosts
      drop column source,
      drop column scrape,
      drop column scrape_secrets,
      drop column problem,
      drop column collector_id,
      drop column resource_name,
      drop column unknown_metrics`);
  }
}
