import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the order in which messages are sent (decision 017): by priority, by turn, and one at a time per recipient.
 * Waiting alerts become urgent, whoever they are for. The host of a browser's push service is known only for messages
 * queued from now on.
 */
export class Migration024OutboxTurns extends Migration {
  override up(): void {
    this.addSql('alter table outbox_messages add column priority smallint not null default 0');
    this.addSql('alter table outbox_messages add column turn int not null default 0');
    this.addSql("alter table outbox_messages add column receiver varchar(260) not null default ''");
    this.addSql(`update outbox_messages set priority = case kind when 'welcome' then 3 when 'invitation' then 2 else 1 end
      where state in ('waiting', 'failed') and channel_id is null`);
    this.addSql(`update outbox_messages set receiver = 'channel ' || channel_id
      where state in ('waiting', 'failed') and lane = 'http'`);
    this.addSql('drop index outbox_messages_state_next_try_at_index');
    this.addSql(`create index ${IN_TURN} on outbox_messages (state, lane, priority, turn, next_try_at, id)`);
    this.addSql('create index outbox_messages_kind_tried_at_index on outbox_messages (kind, tried_at)');
  }

  override down(): void {
    this.addSql('drop index outbox_messages_kind_tried_at_index');
    this.addSql(`drop index ${IN_TURN}`);
    this.addSql('create index outbox_messages_state_next_try_at_index on outbox_messages (state, next_try_at)');
    for (const column of ['receiver', 'turn', 'priority']) {
      this.addSql(`alter table outbox_messages drop column ${column}`);
    }
  }
}

const IN_TURN = 'outbox_messages_state_lane_priority_turn_next_try_at_id_index';
