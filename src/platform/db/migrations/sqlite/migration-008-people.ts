import { Migration } from '@mikro-orm/migrations';

/**
 * Adds indexes for the lists of users and sessions, and the search table, which is maintained by triggers (decision
 * 020).
 */
export class Migration008People extends Migration {
  override up(): void {
    this.addSql('create index users_is_active_id_index on users (is_active, id)');
    this.addSql('create index users_is_staff_id_index on users (is_staff, id)');
    this.addSql('create index users_is_active_is_staff_id_index on users (is_active, is_staff, id)');
    this.addSql('create index sessions_created_at_index on sessions (created_at)');
    this.addSql(`create virtual table users_search using fts5(
      username, email, first_name, beginning, active, staff,
      tokenize = 'trigram', content = '', contentless_delete = 1
    )`);
    this.addSql(`insert into users_search (rowid, ${COLUMNS}) select id, ${valuesOf('users')} from users order by id`);
    this.addSql(`create trigger users_search_insert after insert on users begin
      insert into users_search (rowid, ${COLUMNS}) values (new.id, ${valuesOf('new')});
    end`);
    // Only for the searched columns, since every login updates a row of the users.
    this.addSql(`create trigger users_search_update
      after update of username, email, first_name, is_active, is_staff on users
    begin
      insert or replace into users_search (rowid, ${COLUMNS}) values (new.id, ${valuesOf('new')});
    end`);
    this.addSql(`create trigger users_search_delete after delete on users begin
      delete from users_search where rowid = old.id;
    end`);
  }

  override down(): void {
    for (const act of ['delete', 'update', 'insert']) this.addSql(`drop trigger users_search_${act}`);
    this.addSql('drop table users_search');
    this.addSql('drop index sessions_created_at_index');
    this.addSql('drop index users_is_active_is_staff_id_index');
    this.addSql('drop index users_is_staff_id_index');
    this.addSql('drop index users_is_active_id_index');
  }
}

const COLUMNS = 'username, email, first_name, beginning, active, staff';

/**
 * Returns the searched values of a row. Each filter is a word of one trigram. The `^^` turns a name's first one or two
 * letters into trigrams too.
 */
function valuesOf(row: string): string {
  return `${row}.username, ${row}.email, ${row}.first_name, '^^' || substr(${row}.username, 1, 2),
    iif(${row}.is_active, 'yes', 'not'), iif(${row}.is_staff, 'yes', 'not')`;
}
