import { Migration } from '@mikro-orm/migrations';

/** Adds the units in which a person reads quantities, and the zone and clock of times (decision 093). */
export class Migration034Units extends Migration {
  override up(): void {
    this.addSql("alter table users add column data_rates text not null default 'bytes'");
    this.addSql("alter table users add column unit_prefixes text not null default 'binary'");
    this.addSql("alter table users add column temperature text not null default 'celsius'");
    this.addSql("alter table users add column time_zone text not null default 'browser'");
    this.addSql("alter table users add column clock text not null default 'language'");
  }

  override down(): void {
    this.addSql('alter table users drop column clock');
    this.addSql('alter table users drop column time_zone');
    this.addSql('alter table users drop column temperature');
    this.addSql('alter table users drop column unit_prefixes');
    this.addSql('alter table users drop column data_rates');
  }
}
