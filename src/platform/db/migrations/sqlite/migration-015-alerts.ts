import { Migration } from '@mikro-orm/migrations';
import { suppliedRulesSql } from '../supplied-rules.js';

/** Adds alert rules, their incidents and their silences. */
export class Migration015Alerts extends Migration {
  override up(): void {
    this.addSql(`create table alert_rules (
      id integer not null primary key autoincrement,
      name text not null,
      expression text not null,
      for_seconds integer not null,
      release_seconds integer not null,
      severity text not null,
      hosts text not null,
      channels text not null,
      repeat_seconds integer not null,
      is_active integer not null,
      time_zone text not null,
      is_supplied integer not null default false,
      is_notice_due integer not null default false,
      revision integer not null default 0,
      created_at datetime not null,
      changed_at datetime not null
    )`);
    this.addSql('create unique index alert_rules_name_unique on alert_rules (name)');
    this.addSql(`create table alert_states (
      rule_id integer not null,
      host_number integer not null,
      state text not null,
      since datetime not null,
      memory text not null,
      incident_id integer null,
      transitions integer not null,
      primary key (rule_id, host_number)
    )`);
    this.addSql(`create table incidents (
      id integer not null primary key autoincrement,
      rule_id integer null,
      rule_name text not null,
      expression text not null,
      severity text not null,
      for_seconds integer not null,
      host_number integer not null,
      host_name text not null,
      measure text null,
      comparisons text not null,
      started_at datetime not null,
      ended_at datetime null,
      end_reason text null,
      acknowledged_at datetime null,
      acknowledged_by text not null default '',
      acknowledgement_note text not null default '',
      silenced_until datetime null,
      notified_at datetime null,
      repeats integer not null default 0,
      revision integer not null default 0
    )`);
    this.addSql('create index incidents_ended_at_index on incidents (ended_at)');
    this.addSql('create index incidents_started_at_index on incidents (started_at)');
    this.addSql(`create table silences (
      id integer not null primary key autoincrement,
      rule_id integer null,
      host_number integer null,
      tag text null,
      reason text not null,
      from_at datetime not null,
      until_at datetime not null,
      created_by text not null,
      ended_at datetime null,
      ended_by text not null default ''
    )`);
    this.addSql('create index silences_until_at_index on silences (until_at)');
    for (const sql of suppliedRulesSql("cast(unixepoch('subsec') * 1000 as integer)")) this.addSql(sql);
  }

  override down(): void {
    for (const table of ['silences', 'incidents', 'alert_states', 'alert_rules']) this.addSql(`drop table ${table}`);
  }
}
