import { Migration } from '@mikro-orm/migrations';

/** Widens language columns for tags such as `pt-PT` (decision 030); SQLite's columns have no width. */
export class Migration011LanguageTags extends Migration {
  override up(): void {
    this.addSql('alter table users alter column language type varchar(35)');
    this.addSql('alter table outbox_mails alter column language type varchar(35)');
  }

  override down(): void {
    this.addSql('alter table outbox_mails alter column language type varchar(2) using left(language, 2)');
    this.addSql('alter table users alter column language type varchar(2) using left(language, 2)');
  }
}
