import SqliteDatabase from 'better-sqlite3';

/** Of so many accounts one is staff; of so many one is inactive. */
const STAFF_EVERY = 20_000;
const INACTIVE_EVERY = 100;

const FIRST_NAMES = ['Ana', 'Bia', 'Maria Clara', 'João', 'Zé'];

const MINUTE_MS = 60_000;

/** Writes as many accounts, each with a session, behind those that are there; the first account becomes staff. */
export function fillUsers(file: string, count: number): void {
  const database = new SqliteDatabase(file);
  const user = database.prepare(
    `insert into users (username, username_key, first_name, email, password, is_active, is_staff, date_joined)
     values (@name, @name, @firstName, @email, '', @isActive, @isStaff, @at)`,
  );
  const session = database.prepare(
    `insert into sessions (id, user_id, created_at, expires_at, address, user_agent)
     values (@id, @user, @at, @expiresAt, '192.0.2.1', '')`,
  );
  const now = Date.now();
  database.transaction(() => {
    database.exec('update users set is_staff = 1 where id = 1');
    for (let number = 1; number <= count; number += 1) {
      const name = `user${number}`;
      // Logins of the last ten days, the newest account's last.
      const at = now - 10_000 * MINUTE_MS + Math.floor((number / count) * 10_000 * MINUTE_MS);
      const { lastInsertRowid } = user.run({
        name,
        firstName: FIRST_NAMES[number % FIRST_NAMES.length],
        email: `${name}@example.com`,
        isActive: Number(number % INACTIVE_EVERY !== 0),
        isStaff: Number(number % STAFF_EVERY === 0),
        at,
      });
      const id = number.toString(16).padStart(64, '0');
      session.run({ id, user: lastInsertRowid, at, expiresAt: at + 14 * 24 * 60 * MINUTE_MS });
    }
  })();
  database.close();
}
