import { Migration } from '@mikro-orm/migrations';

/** Adds the metrics history, one time range per row. */
export class Migration004MetricsHistory extends Migration {
  override up(): void {
    this.addSql(`create table metrics_chunks (
      resolution integer not null,
      start_minute integer not null,
      data blob not null,
      primary key (resolution, start_minute)
    )`);
  }

  override down(): void {
    this.addSql('drop table metrics_chunks');
  }
}
