import { Migration } from '@mikro-orm/migrations';

/** Adds invitations, links that set a password, deleted accounts, and several kinds of mail (contract 14). */
export class Migration019Registration extends Migration {
  override up(): void {
    this.addSql(`create table invitations (
      id serial primary key,
      nonce varchar(36) not null,
      token_hash varchar(64) not null,
      email varchar(254) null,
      is_staff boolean not null,
      created_at timestamptz not null,
      created_by_id int not null,
      expires_at timestamptz not null,
      used_at timestamptz null,
      used_by_id int null,
      withdrawn_at timestamptz null
    )`);
    this.addSql('alter table invitations add constraint invitations_token_hash_unique unique (token_hash)');
    this.addSql('create index invitations_expires_at_index on invitations (expires_at)');
    this.addSql('create index invitations_created_by_id_index on invitations (created_by_id)');
    this.addSql('create index invitations_used_by_id_index on invitations (used_by_id)');
    this.addSql(`create table password_resets (
      token_hash varchar(64) not null primary key,
      user_id int not null,
      token_version int not null,
      recipient varchar(43) not null,
      expires_at timestamptz not null,
      constraint password_resets_user_id_foreign foreign key (user_id) references users (id) on delete cascade
    )`);
    this.addSql('create index password_resets_user_id_index on password_resets (user_id)');
    this.addSql('create index password_resets_expires_at_index on password_resets (expires_at)');
    this.addSql(`create table deleted_accounts (
      user_id int not null primary key,
      username varchar(150) not null,
      pseudonym varchar(40) not null,
      deleted_at timestamptz not null
    )`);
    this.addSql('create index deleted_accounts_deleted_at_index on deleted_accounts (deleted_at)');
    this.addSql("alter table outbox_messages add column kind varchar(20) not null default 'welcome'");
    this.addSql('alter table outbox_messages add column invitation_id int null');
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
