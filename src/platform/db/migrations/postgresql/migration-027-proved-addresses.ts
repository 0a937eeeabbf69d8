import { Migration } from '@mikro-orm/migrations';

/** When an account's owner proved to read mail at its address; nobody has so far. */
export class Migration027ProvedAddresses extends Migration {
  override up(): void {
    this.addSql('alter table users add column email_proved_at timestamptz null');
  }

  override down(): void {
    this.addSql('alter table users drop column email_proved_at');
  }
}
