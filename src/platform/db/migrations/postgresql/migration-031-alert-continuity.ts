import { Migration } from '@mikro-orm/migrations';

/**
 * Adds what alerts remember across restarts and changes (decision 088): how long nothing was evaluated, since when a
 * condition has been true, who was notified of an incident, and until when a recipient wants no messages.
 */
export class Migration031AlertContinuity extends Migration {
  override up(): void {
    this.addSql('alter table incidents add column true_since timestamptz null');
    this.addSql('alter table incidents add column told_channels text null');
    this.addSql('alter table incidents add column is_end_due boolean not null default false');
    this.addSql('create index incidents_is_end_due_index on incidents (is_end_due)');
    this.addSql('alter table outbox_messages add column put_off_until timestamptz null');
    this.addSql(`create table alert_evaluations (
      id int not null primary key,
      evaluated_at timestamptz not null,
      outages text not null
    )`);
  }

  override down(): void {
    // Earlier versions know no such reason, and could not show a list with one.
    this.addSql("update incidents set end_reason = 'RELEASED' where end_reason = 'NOT_MEASURED'");
    this.addSql('drop table alert_evaluations');
    this.addSql('alter table outbox_messages drop column put_off_until');
    this.addSql('drop index incidents_is_end_due_index');
    for (const column of ['is_end_due', 'told_channels', 'true_since']) {
      this.addSql(`alter table incidents drop column ${column}`);
    }
  }
}
