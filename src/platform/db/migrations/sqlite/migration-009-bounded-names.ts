import { Migration } from '@mikro-orm/migrations';
import { cutAuditNames, nameHash, shownName } from '../bounded-names.js';

const ROWS_AT_ONCE = 500;

/**
 * Finds login attempts by a hash of the name, since the name itself is stored truncated. Truncates names in the audit
 * trail too.
 */
export class Migration009BoundedNames extends Migration {
  override async up(): Promise<void> {
    await this.execute('alter table login_places rename to login_places_before');
    await this.execute('drop index login_places_since_index');
    await this.execute(`create table login_places (
      username_hash text not null,
      address text not null,
      slot integer not null,
      since datetime not null,
      username text not null,
      failed integer not null default false,
      primary key (username_hash, address, slot)
    )`);
    await this.execute('create index login_places_since_index on login_places (since)');
    await this.#copyLoginPlaces();
    await this.execute('drop table login_places_before');
    await cutAuditNames(this);
  }

  async #copyLoginPlaces(): Promise<void> {
    const take = `select rowid as place, username_key, address, slot, since, failed from login_places_before
      where rowid > ? order by rowid limit ${ROWS_AT_ONCE}`;
    const put = `insert into login_places (username_hash, username, address, slot, since, failed)
      values (?, ?, ?, ?, ?, ?)`;
    for (let last = 0; ; ) {
      const rows = (await this.execute(take, [last])) as unknown as LoginPlaceBefore[];
      for (const { username_key: name, address, slot, since, failed } of rows) {
        await this.execute(put, [nameHash(name), shownName(name), address, slot, since, failed]);
      }
      const end = rows.at(-1);
      if (!end) return;
      last = end.place;
    }
  }

  /** A name cannot be restored from its hash, so all locks are removed. */
  override down(): void {
    this.addSql('drop table login_places');
    this.addSql(`create table login_places (
      username_key text not null,
      address text not null,
      slot integer not null,
      since datetime not null,
      failed integer not null default false,
      primary key (username_key, address, slot)
    )`);
    this.addSql('create index login_places_since_index on login_places (since)');
  }
}

interface LoginPlaceBefore {
  readonly place: number;
  readonly username_key: string;
  readonly address: string;
  readonly slot: number;
  readonly since: unknown;
  readonly failed: unknown;
}
