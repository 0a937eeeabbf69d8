import { Migration } from '@mikro-orm/migrations';

/** Adds accounts' passkeys, and the challenges they have answered (contract 14). */
export class Migration021Passkeys extends Migration {
  override up(): void {
    this.addSql(`create table passkeys (
      id integer not null primary key autoincrement,
      user_id integer not null,
      credential_id text not null,
      public_key text not null,
      counter bigint not null,
      user_handle text not null,
      transports text not null,
      is_backed_up integer not null,
      name text not null,
      created_at datetime not null,
      last_used_at datetime null,
      constraint passkeys_user_id_foreign foreign key (user_id) references users (id) on delete cascade
    )`);
    this.addSql('create unique index passkeys_credential_id_unique on passkeys (credential_id)');
    this.addSql('create index passkeys_user_id_index on passkeys (user_id)');
    this.addSql(`create table used_challenges (
      id text not null primary key,
      ends_at datetime not null
    )`);
    this.addSql('create index used_challenges_ends_at_index on used_challenges (ends_at)');
  }

  override down(): void {
    this.addSql('drop table used_challenges');
    this.addSql('drop table passkeys');
  }
}
