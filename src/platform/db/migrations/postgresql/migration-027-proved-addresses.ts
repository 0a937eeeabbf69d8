import { Migration } from '@mikro-orm/migrations';

/** When the owner of an account has proved to read the mail of its address; nobody has before. */
export class Migration027ProvedAddresses extends Migration {
  override up(): void {
    this.addSql('alter table users add column email_proved_at timestamptz null');
  }

  override down(): void {
    this.addSql('alter table users drop column email_proved_at');
  }
}
