import { Migration } from '@mikro-orm/migrations';

/** Adds account preferences: language and theme. */
export class Migration003Preferences extends Migration {
  override up(): void {
    this.addSql('alter table users add column language varchar(2) null');
    this.addSql("alter table users add column theme varchar(5) not null default 'auto'");
  }

  override down(): void {
    this.addSql('alter table users drop column theme');
    this.addSql('alter table users drop column language');
  }
}
