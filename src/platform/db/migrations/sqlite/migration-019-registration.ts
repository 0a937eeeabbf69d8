import { Migration } from '@mikro-orm/migrations';

/** Adds invitations, links that set a password, deleted accounts, and several kinds of mail (contract 14). */
export class Migration019Registration extends Migration {
  override up(): void {
    this.addSql(`create table invitations (
      id integer not null primary key autoincrement,
      nonce text not null,
      token_hash text not null,
      email text null,
      is_staff integer not null,
      created_at datetime not null,
      created_by_id integer not null,
      expires_at datetime not null,
      used_at datetime null,
      used_by_id integer null,
      withdrawn_at datetime null
    )`);
    this.addSql('create unique index invitations_token_hash_unique on invitations (token_hash)');
    this.addSql('create index invitations_expires_at_index on invitations (expires_at)');
    this.addSql('create index invitations_created_by_id_index on invitations (created_by_id)');
    this.addSql('create index invitations_used_by_id_index on invitations (used_by_id)');
    this.addSql(`create table password_resets (
      token_hash text not null primary key,
      user_id integer not null,
      token_version integer not null,
      recipient text not null,
      expires_at datetime not null,
      constraint password_resets_user_id_foreign foreign key (user_id) references users (id) on delete cascade
    )`);
    this.addSql('create index password_resets_user_id_index on password_resets (user_id)');
    this.addSql('create index password_resets_expires_at_index on password_resets (expires_at)');
    this.addSql(`create table deleted_accounts (
      user_id integer not null primary key,
      username text not null,
      pseudonym text not null,
      deleted_at datetime not null
    )`);
    this.addSql('create index deleted_accounts_deleted_at_index on deleted_accounts (deleted_at)');
    this.addSql("alter table outbox_messages add column kind text not null default 'welcome'");
    this.addSql('alter table outbox_messages add column invitation_id integer null');
    // Index for finding accounts by e-mail address, ignoring case.
    this.addSql('create index users_search_email_index on users (lower(email))');
  }

  override down(): void {
    this.addSql('drop index users_search_email_index');
    this.addSql('alter table outbox_messages drop column invitation_id');
    this.addSql('alter table outbox_messages drop column kind');
    this.addSql('drop table deleted_accounts');
    this.addSql('drop table password_resets');
    this.addSql('drop table invitations');
  }
}
