import { Migration } from '@mikro-orm/migrations';

/** Adds intervals that staff choose for agents' hosts; the others follow the service's interval (decision 090). */
export class Migration033ChosenIntervals extends Migration {
  override up(): void {
    this.addSql('alter table hosts add column chosen_interval_ms integer null');
  }

  override down(): void {
    this.addSql('alter table hosts drop column chosen_interval_ms');
  }
}
