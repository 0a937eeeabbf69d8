import { Migration } from '@mikro-orm/migrations';

/**
 * Accounts whose second factor an import could not take over (decision 018). Earlier imports took over the password
 * alone.
 */
export class Migration029LostSecondFactors extends Migration {
  override up(): void {
    this.addSql('alter table users add column second_factor_lost boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table users drop column second_factor_lost');
  }
}
