import { Migration } from '@mikro-orm/migrations';

/**
 * Moves the history of the service's own machine to the table of all others, summed up to its last minute (decision
 * 045).
 */
export class Migration030OneHistory extends Migration {
  override up(): void {
    this.addSql(`insert into host_chunks (host_number, resolution, start_minute, data)
      select 1, resolution, start_minute, data from metrics_chunks order by resolution, start_minute`);
    this.addSql(`update hosts set rolled_up_until = coalesce(
        (select max(start_minute) + 1 from metrics_chunks where resolution = 0), strftime('%s', 'now') / 60)
      where not has_agent`);
    this.addSql('drop table metrics_chunks');
  }

  override down(): void {
    this.addSql(`create table metrics_chunks (
      resolution integer not null,
      start_minute integer not null,
      data blob not null,
      primary key (resolution, start_minute)
    )`);
    this.addSql(`insert into metrics_chunks (resolution, start_minute, data)
      select resolution, start_minute, data from host_chunks where host_number = 1`);
    this.addSql('delete from host_chunks where host_number = 1');
    this.addSql('update hosts set rolled_up_until = 0 where not has_agent');
  }
}
