import { Migration } from '@mikro-orm/migrations';

/**
 * Marks accounts whose second factor could not be imported (decision 018). Earlier imports imported only the password.
 */
export class Migration029LostSecondFactors extends Migration {
  override up(): void {
    this.addSql('alter table users add column second_factor_lost integer not null default false');
  }

  override down(): void {
    this.addSql('alter table users drop column second_factor_lost');
  }
}
