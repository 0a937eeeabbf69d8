import { Migration } from '@mikro-orm/migrations';

/** Adds tokens that users create for programs (contract 14). */
export class Migration020PersonalAccessTokens extends Migration {
  override up(): void {
    this.addSql(`create table personal_access_tokens (
      id integer not null primary key autoincrement,
      user_id integer not null,
      name text not null,
      scopes text not null,
      token_hash text not null,
      created_at datetime not null,
      expires_at datetime not null,
      last_used_on text null,
      last_used_address text not null default '',
      constraint personal_access_tokens_user_id_foreign foreign key (user_id) references users (id) on delete cascade
    )`);
    this.addSql('create index personal_access_tokens_user_id_index on personal_access_tokens (user_id)');
    this.addSql('create unique index personal_access_tokens_token_hash_unique on personal_access_tokens (token_hash)');
    this.addSql('create index personal_access_tokens_expires_at_index on personal_access_tokens (expires_at)');
  }

  override down(): void {
    this.addSql('drop table personal_access_tokens');
  }
}
