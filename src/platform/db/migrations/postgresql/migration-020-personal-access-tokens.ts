import { Migration } from '@mikro-orm/migrations';

/**
 * Adds tokens that users create for programs (contract 14). As with sessions, a trigger notifies all nodes when one
 * ends. A node of the previous version doesn't know about tokens, so its look-up finds nothing.
 */
export class Migration020PersonalAccessTokens extends Migration {
  override up(): void {
    this.addSql(`create table personal_access_tokens (
      id serial primary key,
      user_id int not null,
      name varchar(80) not null,
      scopes varchar(100) not null,
      token_hash varchar(64) not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_on varchar(10) null,
      last_used_address varchar(64) not null default ''
    )`);
    this.addSql(`alter table personal_access_tokens add constraint personal_access_tokens_user_id_foreign
      foreign key (user_id) references users (id) on delete cascade`);
    this.addSql(`alter table personal_access_tokens add constraint personal_access_tokens_token_hash_unique
      unique (token_hash)`);
    this.addSql('create index personal_access_tokens_user_id_index on personal_access_tokens (user_id)');
    this.addSql('create index personal_access_tokens_expires_at_index on personal_access_tokens (expires_at)');
    this.addSql(`create function notify_of_personal_token() returns trigger language plpgsql as $$ begin
      if old.expires_at > now() then perform pg_notify('vigia_changes', 'accounts ' || old.user_id); end if;
      return null;
    end $$`);
    this.addSql(`create trigger notify_of_personal_token after delete on personal_access_tokens
      for each row execute function notify_of_personal_token()`);
    // Reuses the function for sessions, which announces all accounts together.
    this.addSql(`create trigger notify_of_accounts after truncate on personal_access_tokens
      for each statement execute function notify_of_accounts()`);
  }

  override down(): void {
    this.addSql('drop table personal_access_tokens');
    this.addSql('drop function notify_of_personal_token');
  }
}
