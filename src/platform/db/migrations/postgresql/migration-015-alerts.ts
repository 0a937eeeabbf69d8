import { Migration } from '@mikro-orm/migrations';
import { suppliedRulesSql } from '../supplied-rules.js';

/** Tables whose triggers notify all nodes, with the topic they use. For incidents they send the id. */
const TOLD = [
  { trigger: 'notify_of_rules', table: 'alert_rules', topic: 'alert_rules' },
  { trigger: 'notify_of_silences', table: 'silences', topic: 'alert_rules' },
] as const;

/**
 * Adds alert rules, their incidents and their silences. Adds only tables and triggers; nodes of the previous version do
 * not listen to the topics.
 */
export class Migration015Alerts extends Migration {
  override up(): void {
    this.addSql(`create table alert_rules (
      id serial primary key,
      name varchar(80) not null,
      expression varchar(500) not null,
      for_seconds int not null,
      release_seconds int not null,
      severity varchar(10) not null,
      hosts text not null,
      channels text not null,
      repeat_seconds int not null,
      is_active boolean not null,
      time_zone varchar(64) not null,
      is_supplied boolean not null default false,
      is_notice_due boolean not null default false,
      revision int not null default 0,
      created_at timestamptz not null,
      changed_at timestamptz not null
    )`);
    this.addSql('alter table alert_rules add constraint alert_rules_name_unique unique (name)');
    this.addSql(`create table alert_states (
      rule_id int not null,
      host_number int not null,
      state varchar(10) not null,
      since timestamptz not null,
      memory text not null,
      incident_id int null,
      transitions int not null,
      primary key (rule_id, host_number)
    )`);
    this.addSql(`create table incidents (
      id serial primary key,
      rule_id int null,
      rule_name varchar(80) not null,
      expression varchar(500) not null,
      severity varchar(10) not null,
      for_seconds int not null,
      host_number int not null,
      host_name varchar(255) not null,
      measure varchar(40) null,
      comparisons text not null,
      started_at timestamptz not null,
      ended_at timestamptz null,
      end_reason varchar(20) null,
      acknowledged_at timestamptz null,
      acknowledged_by varchar(150) not null default '',
      acknowledgement_note varchar(500) not null default '',
      silenced_until timestamptz null,
      notified_at timestamptz null,
      repeats int not null default 0,
      revision int not null default 0
    )`);
    this.addSql('create index incidents_ended_at_index on incidents (ended_at)');
    this.addSql('create index incidents_started_at_index on incidents (started_at)');
    this.addSql(`create table silences (
      id serial primary key,
      rule_id int null,
      host_number int null,
      tag varchar(64) null,
      reason varchar(500) not null,
      from_at timestamptz not null,
      until_at timestamptz not null,
      created_by varchar(150) not null,
      ended_at timestamptz null,
      ended_by varchar(150) not null default ''
    )`);
    this.addSql('create index silences_until_at_index on silences (until_at)');
    for (const sql of suppliedRulesSql('now()')) this.addSql(sql);
    for (const told of TOLD) this.#notifyOfTable(told);
    this.#notifyOfIncidents();
  }

  override down(): void {
    for (const table of ['silences', 'incidents', 'alert_states', 'alert_rules']) this.addSql(`drop table ${table}`);
    for (const { trigger } of TOLD) this.addSql(`drop function ${trigger}`);
    this.addSql('drop function notify_of_incident');
  }

  #notifyOfTable({ trigger, table, topic }: (typeof TOLD)[number]): void {
    this.addSql(`create function ${trigger}() returns trigger language plpgsql as $$ begin
      perform pg_notify('vigia_changes', '${topic}');
      return null;
    end $$`);
    this.addSql(`create trigger ${trigger} after insert or update or delete or truncate on ${table}
      for each statement execute function ${trigger}()`);
  }

  #notifyOfIncidents(): void {
    this.addSql(`create function notify_of_incident() returns trigger language plpgsql as $$ begin
      perform pg_notify('vigia_changes', 'incidents ' || new.id);
      return null;
    end $$`);
    this.addSql(`create trigger notify_of_incident after insert or update on incidents
      for each row execute function notify_of_incident()`);
  }
}
