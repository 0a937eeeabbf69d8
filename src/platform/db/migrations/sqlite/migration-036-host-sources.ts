import { Migration } from '@mikro-orm/migrations';

/** Adds hosts that the service reads itself, or that OpenTelemetry sends (decision 103). */
export class Migration036HostSources extends Migration {
  override up(): void {
    this.addSql('alter table hosts add column source text null');
    this.addSql('alter table hosts add column scrape text null');
    this.addSql('alter table hosts add column scrape_secrets text null');
    this.addSql('alter table hosts add column problem text null');
    this.addSql('alter table hosts add column collector_id text null');
    this.addSql('alter table hosts add column resource_name text null');
    this.addSql('alter table hosts add column unknown_metrics text null');
    this.addSql('create unique index hosts_collector_id_resource_name_unique on hosts (collector_id, resource_name)');
    this.addSql(`create table collectors (
      id text not null primary key,
      name text not null,
      token_hash text null,
      tags text not null default '[]',
      created_at datetime not null,
      retired_at datetime null
    )`);
    this.addSql('create unique index collectors_token_hash_unique on collectors (token_hash)');
  }

  override down(): void {
    this.addSql('drop table collectors');
    this.addSql('drop index hosts_collector_id_resource_name_unique');
    this.addSql('alter table hosts drop column source');
    this.addSql('alter table hosts drop column scrape');
    this.addSql('alter table hosts drop column scrape_secrets');
    this.addSql('alter table hosts drop column problem');
    this.addSql('alter table hosts drop column collector_id');
    this.addSql('alter table hosts drop column resource_name');
    this.addSql('alter table hosts drop column unknown_metrics');
  }
}
