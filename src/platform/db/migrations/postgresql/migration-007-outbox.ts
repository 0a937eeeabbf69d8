import { Migration } from '@mikro-orm/migrations';

/** Adds mails waiting to be sent. */
export class Migration007Outbox extends Migration {
  override up(): void {
    this.addSql(`create table outbox_mails (
      id serial primary key,
      message_id varchar(320) not null,
      user_id int not null,
      language varchar(2) not null,
      queued_at timestamptz not null,
      state varchar(10) not null default 'waiting',
      tries int not null default 0,
      next_try_at timestamptz not null,
      tried_until timestamptz not null,
      claimed_until timestamptz null,
      settled_at timestamptz null,
      reason varchar(30) null,
      detail varchar(300) not null default ''
    )`);
    this.addSql('alter table outbox_mails add constraint outbox_mails_message_id_unique unique (message_id)');
    this.addSql('create index outbox_mails_state_next_try_at_index on outbox_mails (state, next_try_at)');
  }

  override down(): void {
    this.addSql('drop table outbox_mails');
  }
}
