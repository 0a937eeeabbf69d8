import { Migration } from '@mikro-orm/migrations';

/** Adds the staff's access policy (contract 14). Without a row, the settings and defaults apply. */
export class Migration017AccessPolicy extends Migration {
  override up(): void {
    this.addSql(`create table access_policy (
      id integer not null primary key,
      registration text null,
      second_factor text not null default 'OPTIONAL'
    )`);
  }

  override down(): void {
    this.addSql('drop table access_policy');
  }
}
