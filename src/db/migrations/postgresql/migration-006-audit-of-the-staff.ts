import { Migration } from '@mikro-orm/migrations';

/** Who of the staff did something, and what it changed. */
export class Migration006AuditOfTheStaff extends Migration {
  override up(): void {
    this.addSql("alter table authentication_events add column actor varchar(150) not null default ''");
    this.addSql('alter table authentication_events add column actor_id int null');
    this.addSql('alter table authentication_events add column before text null');
    this.addSql('alter table authentication_events add column after text null');
  }

  override down(): void {
    this.addSql('alter table authentication_events drop column after');
    this.addSql('alter table authentication_events drop column before');
    this.addSql('alter table authentication_events drop column actor_id');
    this.addSql('alter table authentication_events drop column actor');
  }
}
