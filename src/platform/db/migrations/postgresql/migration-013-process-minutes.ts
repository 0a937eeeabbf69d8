import { Migration } from '@mikro-orm/migrations';

/**
 * Adds processes that stood out in each minute, and facts about each machine. Nodes of the previous version ignore the
 * column.
 */
export class Migration013ProcessMinutes extends Migration {
  override up(): void {
    this.addSql(`create table process_minutes (
      host_number int not null,
      start_minute int not null,
      busy smallint not null,
      processes text not null,
      primary key (host_number, start_minute)
    )`);
    this.addSql('alter table hosts add column facts text null');
  }

  override down(): void {
    this.addSql('alter table hosts drop column facts');
    this.addSql('drop table process_minutes');
  }
}
