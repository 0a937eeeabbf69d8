import { Migration } from '@mikro-orm/migrations';

/** Adds accounts' passkeys, and the challenges they have answered (contract 14). */
export class Migration021Passkeys extends Migration {
  override up(): void {
    this.addSql(`create table passkeys (
      id serial primary key,
      user_id int not null,
      credential_id varchar(1364) not null,
      public_key text not null,
      counter bigint not null,
      user_handle varchar(64) not null,
      transports varchar(100) not null,
      is_backed_up boolean not null,
      name varchar(80) not null,
      created_at timestamptz not null,
      last_used_at timestamptz null,
      constraint passkeys_user_id_foreign foreign key (user_id) references users (id) on delete cascade
    )`);
    this.addSql('alter table passkeys add constraint passkeys_credential_id_unique unique (credential_id)');
    this.addSql('create index passkeys_user_id_index on passkeys (user_id)');
    this.addSql(`create table used_challenges (
      id varchar(64) not null primary key,
      ends_at timestamptz not null
    )`);
    this.addSql('create index used_challenges_ends_at_index on used_challenges (ends_at)');
  }

  override down(): void {
    this.addSql('drop table used_challenges');
    this.addSql('drop table passkeys');
  }
}
