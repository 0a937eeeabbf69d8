import { Migration } from '@mikro-orm/migrations';

/**
 * Extends the outbox from mails to messages to channels, and adds the tables of channels and browsers. Nodes of the
 * previous version expect a table of mails, so they get a view with that name, which contains only the mails and
 * through which they read, write and delete as before (decision 017).
 */
export class Migration014Channels extends Migration {
  override up(): void {
    this.addSql('alter table outbox_mails rename to outbox_messages');
    for (const [before, after] of RENAMED) this.addSql(`alter index ${before} rename to ${after}`);
    this.addSql('alter sequence outbox_mails_id_seq rename to outbox_messages_id_seq');
    this.addSql('alter table outbox_messages alter column user_id drop not null');
    this.addSql(`alter table outbox_messages
      add column lane varchar(10) not null default 'mail',
      add column channel_id int null,
      add column batch varchar(36) null,
      add column address varchar(320) null`);
    this.addSql('create index outbox_messages_channel_id_settled_at_index on outbox_messages (channel_id, settled_at)');
    this.addSql('create index outbox_messages_batch_index on outbox_messages (batch)');
    // Old nodes delete mails by row address, so the view must expose it.
    this.addSql(`create view outbox_mails as
      select ctid, ${COLUMNS} from outbox_messages where channel_id is null`);
    this.addSql(`create table outbox_items (
      id serial primary key,
      channel_id int not null,
      item_id varchar(100) not null,
      incident_id int null,
      severity varchar(10) not null,
      queued_at timestamptz not null,
      content text not null,
      held_by varchar(10) null,
      batch varchar(36) null
    )`);
    this.addSql(
      'alter table outbox_items add constraint outbox_items_channel_id_item_id_unique unique (channel_id, item_id)',
    );
    this.addSql('create index outbox_items_batch_channel_id_index on outbox_items (batch, channel_id)');
    this.addSql('create index outbox_items_incident_id_index on outbox_items (incident_id)');
    this.addSql(`create table channels (
      id serial primary key,
      name varchar(80) not null,
      kind varchar(20) not null,
      language varchar(35) not null,
      settings text not null,
      secrets text null,
      is_active boolean not null default true,
      created_at timestamptz not null,
      changed_at timestamptz not null
    )`);
    this.addSql('alter table channels add constraint channels_name_unique unique (name)');
    this.addSql(`create table push_subscriptions (
      id serial primary key,
      user_id int not null,
      endpoint varchar(1000) not null,
      p256dh varchar(100) not null,
      auth varchar(30) not null,
      browser varchar(100) not null,
      created_at timestamptz not null
    )`);
    this.addSql('alter table push_subscriptions add constraint push_subscriptions_endpoint_unique unique (endpoint)');
    this.addSql('create index push_subscriptions_user_id_index on push_subscriptions (user_id)');
  }

  override down(): void {
    this.addSql('drop table push_subscriptions');
    this.addSql('drop table channels');
    this.addSql('drop table outbox_items');
    this.addSql('drop view outbox_mails');
    this.addSql('delete from outbox_messages where channel_id is not null');
    this.addSql('drop index outbox_messages_batch_index');
    this.addSql('drop index outbox_messages_channel_id_settled_at_index');
    this.addSql(`alter table outbox_messages
      drop column address, drop column batch, drop column channel_id, drop column lane`);
    this.addSql('alter table outbox_messages alter column user_id set not null');
    this.addSql('alter sequence outbox_messages_id_seq rename to outbox_mails_id_seq');
    for (const [before, after] of RENAMED) this.addSql(`alter index ${after} rename to ${before}`);
    this.addSql('alter table outbox_messages rename to outbox_mails');
  }
}

const RENAMED = ['pkey', 'message_id_unique', 'state_next_try_at_index', 'recipient_tried_at_index'].map(
  (end) => [`outbox_mails_${end}`, `outbox_messages_${end}`] as const,
);

/** Columns of a mail in the previous version. */
const COLUMNS = `id, message_id, user_id, language, queued_at, state, tries, next_try_at, tried_until, recipient, tried_at,
  claimed_until, settled_at, reason, detail`;
