import { Migration } from '@mikro-orm/migrations';
import { cutAuditNames, nameHash, shownName } from '../bounded-names.js';

const NAMES_AT_ONCE = 500;

/**
 * Finds login attempts by a hash of the name, since the name itself is stored truncated. Truncates names in the audit
 * trail too.
 */
export class Migration009BoundedNames extends Migration {
  override async up(): Promise<void> {
    await this.execute(
      'alter table login_places add column username_hash varchar(64), add column username varchar(300)',
    );
    await this.#nameLoginPlaces();
    await this.execute('alter table login_places drop constraint login_places_pkey, drop column username_key');
    await this.execute(
      'alter table login_places alter column username_hash set not null, alter column username set not null',
    );
    await this.execute('alter table login_places add primary key (username_hash, address, slot)');
    await cutAuditNames(this);
  }

  async #nameLoginPlaces(): Promise<void> {
    const take = `select distinct username_key from login_places where username is null limit ${NAMES_AT_ONCE}`;
    const name = 'update login_places set username_hash = ?, username = ? where username_key = ?';
    for (;;) {
      const rows = (await this.execute(take)) as unknown as { readonly username_key: string }[];
      for (const { username_key: key } of rows) await this.execute(name, [nameHash(key), shownName(key), key]);
      if (rows.length < NAMES_AT_ONCE) return;
    }
  }

  /** A name cannot be restored from its hash, so all locks are removed. */
  override down(): void {
    this.addSql('delete from login_places');
    this.addSql('alter table login_places drop constraint login_places_pkey');
    this.addSql('alter table login_places drop column username_hash, drop column username');
    this.addSql('alter table login_places add column username_key text not null');
    this.addSql('alter table login_places add primary key (username_key, address, slot)');
  }
}
