import { Migration } from '@mikro-orm/migrations';

/** Adds versions of the terms of use, and which users have seen them. */
export class Migration005Terms extends Migration {
  override up(): void {
    this.addSql(`create table terms_versions (
      id integer not null primary key autoincrement,
      content text not null,
      created_at datetime not null,
      updated_at datetime not null,
      is_active integer not null default true
    )`);
    this.addSql('create index terms_versions_created_at_index on terms_versions (created_at)');
    this.addSql(`create table terms_seen (
      user_id integer not null,
      version_id integer not null,
      seen_at datetime not null,
      constraint terms_seen_version_id_foreign foreign key (version_id) references terms_versions (id) on delete cascade,
      primary key (user_id, version_id)
    )`);
    this.addSql('create index terms_seen_version_id_index on terms_seen (version_id)');
  }

  override down(): void {
    this.addSql('drop table terms_seen');
    this.addSql('drop table terms_versions');
  }
}
