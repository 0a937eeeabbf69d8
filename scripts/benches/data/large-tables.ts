export interface Sizes {
  readonly auditEvents: number;
  readonly users: number;
  /** Hosts with agents, not counting the service's own machine. */
  readonly hosts: number;
  /** Length of the histories in days. */
  readonly days: number;
}

/** SQL differences between the two databases. */
export interface Dialect {
  /** Returns a time for an expression in milliseconds since 1970. */
  readonly time: (ms: string) => string;
  /** Returns rows with the column `i` from 1 to a count, to be placed after `with recursive`. */
  readonly series: (count: number) => string;
}

export const sqlite: Dialect = {
  time: (ms) => `(${ms})`,
  series: (count) => `series(i) as (select 1 union all select i + 1 from series where i < ${count})`,
};

export const postgresql: Dialect = {
  time: (ms) => `to_timestamp((${ms}) / 1000.0)`,
  series: (count) => `series(i) as (select generate_series(1::bigint, ${count}))`,
};

/** A statement that fills a table, whose indexes may be dropped in the meantime. */
export interface Filling {
  readonly table: string;
  readonly sql: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Number of accounts per staff account, and per inactive account. */
const STAFF_EVERY = 20_000;
const INACTIVE_EVERY = 100;

/** Returns a whole number below `of` for row `i`; deterministic per row. */
function pick(seed: number, of: number): string {
  return `(((i * 48271 + ${seed} * 69621) % 2147483647 * 16807) % 2147483647 / 7 % ${of})`;
}

function oneOf(seed: number, texts: readonly string[]): string {
  return `(case ${pick(seed, texts.length)} ${texts.map((text, index) => `when ${index} then '${text}'`).join(' ')} end)`;
}

/** Columns and their values, as expressions of `i`. */
type Columns = Readonly<Record<string, string>>;

/**
 * Fills everything but the histories, as in a service of that size. Data caused by strangers and by the passage of
 * time, such as failures and incidents, goes up to what promises and limits allow.
 */
export function fillings(dialect: Dialect, { auditEvents, users, hosts }: Sizes): Filling[] {
  const { time, series } = dialect;
  const now = Date.now();
  const ago = (ms: string) => time(`${now} - ${ms}`);
  const rows = (table: string, count: number, columns: Columns): Filling => ({
    table,
    sql: `with recursive ${series(count)}
      insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} from series`,
  });
  // Scales with the number of people, as in a class, an office or a school.
  const share = (of: number, most = Number.POSITIVE_INFINITY) => Math.max(3, Math.min(most, Math.round(users * of)));
  const before = (part: string, of: number, ms: number) => ago(`(${of} - ${part}) * ${Math.floor(ms / of)}`);
  return [
    rows('users', users, {
      username: "'user' || i",
      username_key: "'user' || i",
      first_name: oneOf(1, ['Ana', 'Bia', 'Maria Clara', 'João', 'Zé']),
      email: `'user' || i || ${oneOf(2, ['@example.com', '@example.com', '@school.example', '@mail.example'])}`,
      password: "''",
      is_active: `i % ${INACTIVE_EVERY} <> 0`,
      is_staff: `i % ${STAFF_EVERY} = 0`,
      date_joined: before('i', users, 10 * DAY),
    }),
    rows('sessions', users, {
      id: `'5e55' || substr('${'0'.repeat(60)}' || i, length('' || i) + 1)`,
      // Gives one account the maximum number of sessions.
      user_id: 'case when i <= 100 then 3 else i + 1 end',
      created_at: before('i', users, 10 * DAY),
      expires_at: time(`${now} + 4 * ${DAY} + i`),
      address: "'192.0.2.1'",
    }),
    rows('authentication_events', auditEvents, eventColumns(auditEvents, Math.min(users, 5000), now, time)),
    rows('personal_access_tokens', share(0.5), {
      user_id: 'case when i <= 50 then 3 else i + 1 end',
      name: "'script ' || i",
      scopes: "'READ'",
      token_hash: "'hash' || i",
      created_at: ago(`${DAY}`),
      expires_at: time(`${now} + i * 1000`),
    }),
    rows('invitations', share(0.1, 1000), {
      nonce: "'nonce' || i",
      token_hash: "'hash' || i",
      email: "'guest' || i || '@example.com'",
      is_staff: 'false',
      created_at: ago('i * 1000'),
      created_by_id: '1',
      expires_at: time(`${now} + ${DAY} + i`),
    }),
    rows('blocked_domains', share(0.2), {
      domain: "'domain' || i || '.example'",
      added_at: ago('i'),
      added_by: "'chief'",
    }),
    // Locks that strangers can cause: a tenth are locks, the rest single failures.
    rows('login_places', share(1), {
      username_hash: "case when i % 2 = 0 then 'locked' || (i / 10) else 'guessed' || i end",
      address: "'198.51.100.1'",
      slot: 'case when i % 2 = 0 then i / 2 % 5 else 0 end',
      since: ago(pick(3, 14 * 60_000)),
      username: "'guessed' || i",
      failed: 'true',
    }),
    rows('outbox_messages', share(3), messageColumns(share(3), ago)),
    rows('outbox_items', share(1), {
      channel_id: `1 + ${pick(4, 5)}`,
      item_id: "'item ' || i",
      incident_id: `1 + ${pick(5, 20_000)}`,
      severity: "'WARNING'",
      queued_at: before('i', share(1), 14 * DAY),
      content: `'{"kind":"fired"}'`,
      batch: "'batch ' || i",
    }),
    rows('incidents', share(0.5, 20_000), {
      rule_id: `1 + ${pick(6, 20)}`,
      rule_name: `'rule ' || ${pick(6, 20)}`,
      expression: "'cpu > 90'",
      severity: "'WARNING'",
      for_seconds: '60',
      host_number: `case when i % 5000 = 1 then ${hosts} else 1 + ${pick(7, hosts)} end`,
      host_name: `'host ' || ${pick(7, hosts)}`,
      comparisons: "'[]'",
      started_at: before('i', share(0.5, 20_000), 700 * DAY),
      ended_at: `case when i % ${Math.ceil(share(0.5, 20_000) / 50)} = 0 then null else ${before('i', share(0.5, 20_000), 700 * DAY)} end`,
      end_reason: "'RELEASED'",
    }),
    rows('rooms', share(0.002, 200), {
      code: "'R' || (10000 + i)",
      owner_id: '1 + i',
      opened_at: ago('i * 1000'),
      expires_at: time(`${now} + 10 * ${HOUR} + i`),
    }),
    rows('room_participants', share(0.4, 40_000), {
      room_id: `1 + (i - 1) / 200`,
      nickname: "'guest ' || i",
      nickname_key: "'guest ' || i",
      secret_hash: "'secret ' || i",
      joined_at: ago('0'),
    }),
    rows('room_exercises', share(0.002, 200), {
      room_id: 'i',
      number: '1',
      kind: "'ADDITION'",
      level: '1',
      seed: "'seed' || i",
      position: '1',
      sent_at: ago('0'),
    }),
    rows('room_answers', share(0.4, 40_000), {
      exercise_id: '1 + (i - 1) / 200',
      participant_id: 'i',
      answer: "'1010'",
      is_correct: 'true',
      tries: '1',
      answered_at: ago('0'),
    }),
    rows('terms_versions', share(0.001, 100), { content: "'# Terms'", created_at: ago('i'), updated_at: ago('i') }),
    rows('terms_seen', users, {
      user_id: 'i + 1',
      version_id: `1 + ${pick(8, share(0.001, 100))}`,
      seen_at: ago('i'),
    }),
  ];
}

/** Adds the hosts that have agents, numbered from 2. */
export function hostFilling({ time, series }: Dialect, { hosts }: Sizes): Filling {
  const now = Date.now();
  const hour = Math.floor(now / HOUR) * 60;
  return {
    table: 'hosts',
    sql: `with recursive ${series(hosts)}
      insert into hosts (number, id, name, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days, interval_ms,
        has_agent, tags, token_hash, rolled_up_until)
      select i + 1, 'host-' || i, 'host ' || i, ${time('0')}, ${time(`${now}`)}, 30, 90, 730, 5000, true,
        case when i % 10 = 0 then '["web"]' else '[]' end, 'token ' || i, ${hour} from series`,
  };
}

/**
 * A year of events: a script with three in ten, at most half a million failures, one lock in ten thousand, one staff
 * change in two thousand, one event of another kind, and a name with three events.
 */
function eventColumns(count: number, users: number, now: number, time: Dialect['time']): Columns {
  const isChange = `${pick(11, 2000)} = 0`;
  const isLogin = `${pick(14, 2)} = 0`;
  const isBot = `${pick(12, 10)} < 3`;
  const failureEvery = Math.max(10, Math.ceil(count / 400_000));
  const fails = `${isLogin} and not (${isBot}) and not (${isChange}) and ${pick(15, failureEvery)} = 0`;
  const name = `(case when i % ${Math.ceil(count / 3)} = 7 then 'rare' when ${isBot} then 'bot'
    else 'user' || (1 + ${pick(13, users)}) end)`;
  const actor = `(case when ${isChange} then 'chief' else '' end)`;
  const facts = (isStaff: boolean) => `case when ${isChange} then '{"isStaff":${isStaff}}' end`;
  return {
    at: time(`${now - 364 * DAY} + cast(i * ${(364 * DAY) / count} as bigint)`),
    event: `case when i = 7 then 'import' when ${isChange}
      then ${oneOf(16, ['terms_update', 'domain_block', 'staff_grant', 'deactivate', 'password_set'])}
      when ${isLogin} then 'login' else ${oneOf(17, ['token_refresh', 'token_refresh', 'logout'])} end`,
    result: `case when ${fails} then (case when ${pick(18, 1000)} = 0 then 'locked_out' else 'failure' end) else 'success' end`,
    door: `case when ${pick(19, 1000)} = 0 then 'cli' else ${oneOf(20, ['form', 'token', 'graphql'])} end`,
    address: `'10.' || ${pick(21, 4)} || '.' || ${pick(22, 200)} || '.' || ${pick(23, 30)}`,
    username: name,
    username_key: name,
    user_id: `1 + ${pick(13, users)}`,
    actor,
    actor_key: actor,
    before: facts(false),
    after: facts(true),
  };
}

/** Outgoing e-mail of 14 days, of which one message in twenty was given up, plus a hundred waiting messages. */
function messageColumns(count: number, ago: (ms: string) => string): Columns {
  const age = `(${count} - i) * ${Math.floor((14 * DAY) / count)}`;
  const waits = `i > ${count - 100}`;
  const failed = `i % 20 = 0`;
  const isChannel = `${pick(31, 3)} = 0`;
  return {
    message_id: "'<' || i || '@vigia.example>'",
    user_id: `case when ${isChannel} then null else 1 + i % ${Math.floor(count / 3)} end`,
    lane: `case when ${isChannel} then 'http' else 'mail' end`,
    channel_id: `case when ${isChannel} then 1 + ${pick(32, 5)} end`,
    batch: `case when ${isChannel} then 'batch ' || (i % ${Math.floor(count / 3)}) end`,
    language: "'en'",
    queued_at: ago(age),
    state: `case when ${waits} then 'waiting' when ${failed} then 'failed' else 'sent' end`,
    // Waiting messages are due in an hour, because there is no server to send them to.
    next_try_at: `case when ${waits} then ${ago(`-${HOUR}`)} else ${ago(age)} end`,
    tried_until: ago(`(${age} - ${DAY})`),
    recipient: `'recipient ' || ${pick(33, 1000)}`,
    tried_at: ago(age),
    settled_at: `case when ${waits} then null else ${ago(age)} end`,
  };
}
