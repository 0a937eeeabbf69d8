import { Migration } from '@mikro-orm/migrations';

/** Creates users and sessions. */
export class Migration001Accounts extends Migration {
  override up(): void {
    this.addSql(`create table users (
      id serial primary key,
      username varchar(150) not null,
      username_key text not null,
      first_name varchar(150) not null,
      email varchar(254) not null,
      password varchar(255) not null,
      is_active boolean not null default true,
      is_staff boolean not null default false,
      token_version int not null default 0,
      date_joined timestamptz not null,
      last_login timestamptz null
    )`);
    this.addSql('alter table users add constraint users_username_key_unique unique (username_key)');
    this.addSql(`create table sessions (
      id varchar(64) not null primary key,
      user_id int not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
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
