import { Migration } from '@mikro-orm/migrations';

/** Adds the operator role, and the machines that an account sees; existing accounts see all (decision 109). */
export class Migration038Roles extends Migration {
  override up(): void {
    this.addSql('alter table users add column is_operator integer not null default false');
    this.addSql("alter table users add column machines text not null default 'ALL'");
    this.addSql("alter table users add column machine_tags text not null default '[]'");
    this.addSql('alter table access_policy add column new_accounts text');
    this.addSql('alter table invitations add column is_operator integer not null default false');
    this.addSql('alter table invitations add column machines text');
    this.addSql("alter table invitations add column machine_tags text not null default '[]'");
    this.addSql('alter table alert_rules add column members_acknowledge integer not null default true');
    this.addSql(`create table incident_acknowledgements (
      incident_id integer not null,
      user_id integer not null,
      primary key (incident_id, user_id)
    )`);
    this.addSql('create index incident_acknowledgements_user_id_index on incident_acknowledgements (user_id)');
  }

  override down(): void {
    this.addSql('drop table incident_acknowledgements');
    this.addSql('alter table alert_rules drop column members_acknowledge');
    this.addSql('alter table invitations drop column machine_tags');
    this.addSql('alter table invitations drop column machines');
    this.addSql('alter table invitations drop column is_operator');
    this.addSql('alter table access_policy drop column new_accounts');
    this.addSql('alter table users drop column machine_tags');
    this.addSql('alter table users drop column machines');
    this.addSql('alter table users drop column is_operator');
  }
}
