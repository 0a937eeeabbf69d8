import { Migration } from '@mikro-orm/migrations';

/**
 * Adds second factors, and when a session last confirmed the password (contract 14). Older sessions have no such time,
 * so their login counts instead.
 */
export class Migration018SecondFactors extends Migration {
  override up(): void {
    this.addSql('alter table sessions add column authenticated_at datetime null');
    this.addSql(`create table totp_devices (
      user_id integer not null primary key,
      secret text null,
      last_step integer not null default 0,
      pending_secret text null,
      pending_since datetime null,
      constraint totp_devices_user_id_foreign foreign key (user_id) references users (id)
        on update cascade on delete cascade
    )`);
    this.addSql(`create table recovery_codes (
      user_id integer not null,
      code_hash text not null,
      primary key (user_id, code_hash),
      constraint recovery_codes_user_id_foreign foreign key (user_id) references users (id) on delete cascade
    )`);
    this.addSql('create index recovery_codes_user_id_index on recovery_codes (user_id)');
  }

  override down(): void {
    this.addSql('drop table recovery_codes');
    this.addSql('drop table totp_devices');
    this.addSql('alter table sessions drop column authenticated_at');
  }
}
