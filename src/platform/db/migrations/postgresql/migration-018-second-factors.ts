import { Migration } from '@mikro-orm/migrations';

/**
 * Adds second factors, and when a session last confirmed the password (contract 14). Older sessions have no such time,
 * so their login counts instead. All nodes are notified of changes to what they cache about callers: a confirmed
 * password, and who must have a second factor.
 */
export class Migration018SecondFactors extends Migration {
  override up(): void {
    this.addSql('alter table sessions add column authenticated_at timestamptz null');
    this.addSql(`create table totp_devices (
      user_id int not null primary key,
      secret varchar(200) null,
      last_step int not null default 0,
      pending_secret varchar(200) null,
      pending_since timestamptz null,
      constraint totp_devices_user_id_foreign foreign key (user_id) references users (id)
        on update cascade on delete cascade
    )`);
    this.addSql(`create table recovery_codes (
      user_id int not null,
      code_hash varchar(64) not null,
      primary key (user_id, code_hash),
      constraint recovery_codes_user_id_foreign foreign key (user_id) references users (id) on delete cascade
    )`);
    this.addSql(`create trigger notify_of_reauthentication after update of authenticated_at on sessions
      for each row execute function notify_of_session()`);
    this.addSql(`create trigger notify_of_access_policy after insert or update or delete on access_policy
      for each statement execute function notify_of_accounts()`);
  }

  override down(): void {
    this.addSql('drop trigger notify_of_access_policy on access_policy');
    this.addSql('drop trigger notify_of_reauthentication on sessions');
    this.addSql('drop table recovery_codes');
    this.addSql('drop table totp_devices');
    this.addSql('alter table sessions drop column authenticated_at');
  }
}
