import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the actor and changes to audit events, creates indexes for searching events, and adds domains blocked by staff.
 */
export class Migration006AuditOfTheStaff extends Migration {
  override up(): void {
    this.addSql("alter table authentication_events add column actor varchar(150) not null default ''");
    this.addSql('alter table authentication_events add column actor_id int null');
    this.addSql('alter table authentication_events add column before text null');
    this.addSql('alter table authentication_events add column after text null');
    this.addSql("alter table authentication_events add column username_key varchar(150) not null default ''");
    this.addSql("alter table authentication_events add column actor_key varchar(150) not null default ''");
    // The closest SQL can get to the service's key; identical for names without accents.
    this.addSql('update authentication_events set username_key = substr(lower(username), 1, 150)');
    // Events are searched by username rather than by account, which also finds failed logins.
    this.addSql('drop index authentication_events_user_id_index');
    for (const [name, what] of INDEXES) {
      this.addSql(`create index authentication_events_${name}_index on authentication_events ${what}`);
    }
    this.addSql(`create table blocked_domains (
      domain varchar(253) not null primary key,
      added_at timestamptz not null,
      added_by varchar(150) not null
    )`);
  }

  override down(): void {
    this.addSql('drop table blocked_domains');
    for (const [name] of INDEXES) this.addSql(`drop index authentication_events_${name}_index`);
    this.addSql('create index authentication_events_user_id_index on authentication_events (user_id)');
    this.addSql('alter table authentication_events drop column actor_key');
    this.addSql('alter table authentication_events drop column username_key');
    this.addSql('alter table authentication_events drop column after');
    this.addSql('alter table authentication_events drop column before');
    this.addSql('alter table authentication_events drop column actor_id');
    this.addSql('alter table authentication_events drop column actor');
  }
}

/** An index for each event filter, newest first; partial where nearly all rows have the same value. */
const INDEXES = [
  ['username_key_at', '(username_key, at)'],
  ['actor_key_at', "(actor_key, at) where actor_key <> ''"],
  ['address_at', '(address, at)'],
  ['event_at', '(event, at)'],
  ['result_at', "(result, at) where result <> 'success'"],
  ['door_at', '(door, at)'],
] as const;
