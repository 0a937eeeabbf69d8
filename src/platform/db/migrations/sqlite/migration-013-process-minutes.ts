import { Migration } from '@mikro-orm/migrations';

/** Adds processes that stood out in each minute. */
export class Migration013ProcessMinutes extends Migration {
  override up(): void {
    this.addSql(`create table process_minutes (
      host_number integer not null,
      start_minute integer not null,
      busy integer not null,
      processes text not null,
      primary key (host_number, start_minute)
    )`);
  }

  override down(): void {
    this.addSql('drop table process_minutes');
  }
}
