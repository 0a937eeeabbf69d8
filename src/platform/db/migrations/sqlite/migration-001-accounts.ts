import { Migration } from '@mikro-orm/migrations';

/** Creates users and sessions. */
export class Migration001Accounts extends Migration {
  override up(): void {
    this.addSql(`create table users (
      id integer not null primary key autoincrement,
      username text not null,
      username_key text not null,
      first_name text not null,
      email text not null,
      password text not null,
      is_active integer not null default true,
      is_staff integer not null default false,
      token_version integer not null default 0,
      date_joined datetime not null,
      last_login datetime null
    )`);
    this.addSql('create unique index users_username_key_unique on users (username_key)');
    this.addSql(`create table sessions (
      id text not null primary key,
      user_id integer not null,
      created_at datetime not null,
      expires_at datetime not null,
      constraint sessions_user_id_foreign foreign key (user_id) references users (id) on delete cascade
    )`);
    this.addSql('create index sessions_user_id_index on sessions (user_id)');
    this.addSql('create index sessions_expires_at_index on sessions (expires_at)');
  }

  override down(): void {
    this.addSql('drop table sessions');
    this.addSql('drop table users');
  }
}
