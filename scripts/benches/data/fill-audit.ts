import SqliteDatabase from 'better-sqlite3';

const YEAR_MS = 365 * 86_400_000;

const CHANGES = ['terms_update', 'domain_block', 'staff_grant', 'deactivate', 'password_set'];
const COMMON = ['token_refresh', 'token_refresh', 'token_refresh', 'logout'];
const LOGIN_METHODS = ['form', 'token', 'graphql'];

/**
 * Writes a year of events into a migrated SQLite database: logins of which a tenth of all events fail and one in ten
 * thousand locks, a script with three of ten events (`bot`), five thousand users, changes by the staff that are one in
 * two thousand, and a name with three events (`rare`). The same times always have the same events.
 */
export function fillAudit(file: string, count: number): void {
  const database = new SqliteDatabase(file);
  const insert = database.prepare(
    `insert into authentication_events
       (at, event, result, door, address, username, username_key, actor, actor_key, before, after)
     values (@at, @event, @result, @door, @address, @name, @name, @actor, @actor, @before, @after)`,
  );
  const begin = Date.now() - YEAR_MS;
  database.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      insert.run(eventOf(index, begin + Math.round((index * YEAR_MS) / count), count));
    }
  })();
  database.close();
}

function eventOf(index: number, at: number, count: number): Record<string, string | number | null> {
  const address = `10.${pick(index, 1, 4)}.${pick(index, 2, 200)}.${pick(index, 3, 30)}`;
  if (noise(index, 4) < 0.0005) {
    const [event, door] = [CHANGES[pick(index, 5, CHANGES.length)] ?? '', 'graphql'];
    const facts = { actor: 'chief', before: '{"isStaff":false}', after: '{"isStaff":true}' };
    return { at, event, result: 'success', door, address, name: `user${pick(index, 6, 5000)}`, ...facts };
  }
  const isRare = index % Math.ceil(count / 3) === 7;
  const name = isRare ? 'rare' : noise(index, 7) < 0.3 ? 'bot' : `user${pick(index, 6, 5000)}`;
  const event = noise(index, 8) < 0.5 ? 'login' : (COMMON[pick(index, 9, COMMON.length)] ?? '');
  const chance = noise(index, 10);
  const canFail = event === 'login' && name !== 'bot';
  const result = canFail && chance < 0.2865 ? (chance < 0.0003 ? 'locked_out' : 'failure') : 'success';
  const door = noise(index, 11) < 0.001 ? 'cli' : (LOGIN_METHODS[pick(index, 12, LOGIN_METHODS.length)] ?? '');
  return { at, event, result, door, address, name, actor: '', before: null, after: null };
}

function pick(index: number, seed: number, of: number): number {
  return Math.floor(noise(index, seed) * of);
}

/** From 0 to 1, without a pattern that the eye sees. */
function noise(index: number, seed: number): number {
  let value = Math.imul(index ^ (seed * 0x9e3779b1), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}
