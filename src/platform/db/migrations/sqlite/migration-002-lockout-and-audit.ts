import { Migration } from '@mikro-orm/migrations';

/** Adds the address and browser to sessions, and creates the lockout's slots and the audit trail. */
export class Migration002LockoutAndAudit extends Migration {
  override up(): void {
    this.addSql("alter table sessions add column address text not null default ''");
    this.addSql("alter table sessions add column user_agent text not null default ''");
    this.addSql(`create table login_places (
      username_key text not null,
      address text not null,
      slot integer not null,
      since datetime not null,
      failed integer not null default false,
      primary key (username_key, address, slot)
    )`);
    this.addSql('create index login_places_since_index on login_places (since)');
    this.addSql(`create table authentication_events (
      id integer not null primary key autoincrement,
      at datetime not null,
      event text not null,
      result text not null,
      door text not null,
      address text not null,
      username text not null,
      user_id integer null
    )`);
    this.addSql('create index authentication_events_at_index on authentication_events (at)');
    this.addSql('create index authentication_events_user_id_index on authentication_events (user_id)');
  }

  override down(): void {
    this.addSql('drop table authentication_events');
    this.addSql('drop table login_places');
    this.addSql('alter table sessions drop column user_agent');
    this.addSql('alter table sessions drop column address');
  }
}
