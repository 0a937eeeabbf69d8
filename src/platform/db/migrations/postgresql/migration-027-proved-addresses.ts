import { Migration } from '@mikro-orm/migrations';

/** Adds when an account's owner proved that they receive mail at its address; null for all existing accounts. */
export class Migration027ProvedAddresses extends Migration {
  override up(): void {
    this.addSql('alter table users add column email_proved_at timestamptz null');
  }

  override down(): void {
    this.addSql('alter table users drop column email_proved_at');
  }
}
