import { Migration } from '@mikro-orm/migrations';

/** Adds the metrics history, one time range per row. */
export class Migration004MetricsHistory extends Migration {
  override up(): void {
    this.addSql(`create table metrics_chunks (
      resolution smallint not null,
      start_minute int not null,
      data bytea not null,
      primary key (resolution, start_minute)
    )`);
  }

  override down(): void {
    this.addSql('drop table metrics_chunks');
  }
}
