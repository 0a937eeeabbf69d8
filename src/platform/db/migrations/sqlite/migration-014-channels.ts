import { Migration } from '@mikro-orm/migrations';

/**
 * Extends the outbox from mails to messages to channels, and adds the tables of channels and browsers. SQLite cannot
 * drop `not null` from a column, so the table of mails is copied.
 */
export class Migration014Channels extends Migration {
  override up(): void {
    this.addSql(`create table outbox_messages (
      id integer not null primary key autoincrement,
      message_id text not null,
      user_id integer null,
      lane text not null default 'mail',
      channel_id integer null,
      batch text null,
      address text null,
      language text not null,
      queued_at datetime not null,
      state text not null default 'waiting',
      tries integer not null default 0,
      next_try_at datetime not null,
      tried_until datetime not null,
      recipient text null,
      tried_at datetime null,
      claimed_until datetime null,
      settled_at datetime null,
      reason text null,
      detail text not null default ''
    )`);
    this.addSql(`insert into outbox_messages (${COLUMNS}) select ${COLUMNS} from outbox_mails`);
    this.#keepNumbering('outbox_mails', 'outbox_messages');
    this.addSql('drop table outbox_mails');
    this.addSql('create unique index outbox_messages_message_id_unique on outbox_messages (message_id)');
    this.addSql('create index outbox_messages_state_next_try_at_index on outbox_messages (state, next_try_at)');
    this.addSql('create index outbox_messages_recipient_tried_at_index on outbox_messages (recipient, tried_at)');
    this.addSql('create index outbox_messages_channel_id_settled_at_index on outbox_messages (channel_id, settled_at)');
    this.addSql('create index outbox_messages_batch_index on outbox_messages (batch)');
    this.addSql(`create table outbox_items (
      id integer not null primary key autoincrement,
      channel_id integer not null,
      item_id text not null,
      incident_id integer null,
      severity text not null,
      queued_at datetime not null,
      content text not null,
      held_by text null,
      batch text null
    )`);
    this.addSql('create unique index outbox_items_channel_id_item_id_unique on outbox_items (channel_id, item_id)');
    this.addSql('create index outbox_items_batch_channel_id_index on outbox_items (batch, channel_id)');
    this.addSql('create index outbox_items_incident_id_index on outbox_items (incident_id)');
    this.addSql(`create table channels (
      id integer not null primary key autoincrement,
      name text not null,
      kind text not null,
      language text not null,
      settings text not null,
      secrets text null,
      is_active integer not null default true,
      created_at datetime not null,
      changed_at datetime not null
    )`);
    this.addSql('create unique index channels_name_unique on channels (name)');
    this.addSql(`create table push_subscriptions (
      id integer not null primary key autoincrement,
      user_id integer not null,
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      browser text not null,
      created_at datetime not null
    )`);
    this.addSql('create unique index push_subscriptions_endpoint_unique on push_subscriptions (endpoint)');
    this.addSql('create index push_subscriptions_user_id_index on push_subscriptions (user_id)');
  }

  override down(): void {
    this.addSql('drop table push_subscriptions');
    this.addSql('drop table channels');
    this.addSql('drop table outbox_items');
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
      detail text not null default '',
      recipient text null,
      tried_at datetime null
    )`);
    this.addSql(
      `insert into outbox_mails (${COLUMNS}) select ${COLUMNS} from outbox_messages where channel_id is null`,
    );
    this.#keepNumbering('outbox_messages', 'outbox_mails');
    this.addSql('drop table outbox_messages');
    this.addSql('create unique index outbox_mails_message_id_unique on outbox_mails (message_id)');
    this.addSql('create index outbox_mails_state_next_try_at_index on outbox_mails (state, next_try_at)');
    this.addSql('create index outbox_mails_recipient_tried_at_index on outbox_mails (recipient, tried_at)');
  }

  /** Continues the numbering. The audit trail refers to mails by number, so none may be reused. */
  #keepNumbering(from: string, to: string): void {
    this.addSql(`delete from sqlite_sequence where name = '${to}'`);
    this.addSql(
      `insert into sqlite_sequence (name, seq) select '${to}', seq from sqlite_sequence where name = '${from}'`,
    );
  }
}

/** Columns of a mail in both versions. */
const COLUMNS = `id, message_id, user_id, language, queued_at, state, tries, next_try_at, tried_until, recipient, tried_at,
  claimed_until, settled_at, reason, detail`;
