import { Migration } from '@mikro-orm/migrations';

/** Adds the link with which the first staff account is created (decision 098). */
export class Migration035SetupLink extends Migration {
  override up(): void {
    this.addSql(`create table setup_link (
      id int not null primary key,
      token_hash varchar(64) not null,
      expires_at timestamptz not null
    )`);
  }

  override down(): void {
    this.addSql('drop table setup_link');
  }
}
