import { Migration } from '@mikro-orm/migrations';

/** Adds the address and browser to sessions, and creates the lockout's slots and the audit trail. */
export class Migration002LockoutAndAudit extends Migration {
  override up(): void {
    this.addSql("alter table sessions add column address varchar(64) not null default ''");
    this.addSql("alter table sessions add column user_agent varchar(300) not null default ''");
    this.addSql(`create table login_places (
      username_key text not null,
      address varchar(64) not null,
      slot int not null,
      since timestamptz not null,
      failed boolean not null default false,
      primary key (username_key, address, slot)
    )`);
    this.addSql('create index login_places_since_index on login_places (since)');
    this.addSql(`create table authentication_events (
      id serial primary key,
      at timestamptz not null,
      event varchar(30) not null,
      result varchar(20) not null,
      door varchar(20) not null,
      address varchar(64) not null,
      username varchar(150) not null,
      user_id int null
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
