import { Migration } from '@mikro-orm/migrations';

/** Adds mails waiting to be sent. */
export class Migration007Outbox extends Migration {
  override up(): void {
    this.addSql(`create table outbox_mails (
      id integer not null primary key autoincrement,
      message_id text not null,
      user_id integer not null,
      language text not null,
      queued_at datetime not null,
      state text not null default 'waiting',
      tries integer not null default 0,
      next_try_at datetime not null,
      tried_until datetime not null,
      claimed_until datetime null,
      settled_at datetime null,
      reason text null,
      detail text not null default ''
    )`);
    this.addSql('create unique index outbox_mails_message_id_unique on outbox_mails (message_id)');
    this.addSql('create index outbox_mails_state_next_try_at_index on outbox_mails (state, next_try_at)');
  }

  override down(): void {
    this.addSql('drop table outbox_mails');
  }
}
