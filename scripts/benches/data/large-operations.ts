import type { Sizes } from './large-tables.ts';

/** A GraphQL operation; cursors and names depend on the sizes of the database. */
export interface Operation {
  readonly name: string;
  readonly query: (sizes: Sizes) => string;
}

type Key = readonly (string | number)[];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const AUDIT = 'id at event result door address username actor before after';
const USER = 'username email firstName isActive isStaff dateJoined lastLogin isLastStaff';
const SESSION = 'id username address browser createdAt expiresAt isCurrent sockets';
const MAIL = 'id username channel email state tries queuedAt settledAt detail';
const INCIDENT = 'id ruleName hostName startedAt endedAt severity acknowledgedBy';

const cursor = (key: Key) => `after: "${Buffer.from(JSON.stringify(key)).toString('base64url')}"`;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Returns operations for the first page of a list and for pages after a given fraction of it. */
function pages(
  name: string,
  field: (after: string) => string,
  keyAt?: (share: number, sizes: Sizes) => Key,
): Operation[] {
  const ask = (after: string) => `{ ${field(after)} pageInfo { endCursor hasNextPage } } }`;
  return [
    { name, query: () => ask('') },
    ...[0.5, 0.99].flatMap((share) =>
      keyAt
        ? [{ name: `${name}, behind ${100 * share} %`, query: (sizes: Sizes) => ask(cursor(keyAt(share, sizes))) }]
        : [],
    ),
  ];
}

const auditKey = (share: number) => [Date.now() - share * 364 * DAY, 0];
const audit = (name: string, filter: string) =>
  pages(
    `audit: ${name}`,
    (after) => `auditTrail(first: 50 filter: { ${filter} } ${after}) { nodes { ${AUDIT} }`,
    auditKey,
  );

const users = (name: string, filter: string) =>
  pages(
    `users: ${name}`,
    (after) => `users(first: 50 ${filter} ${after}) { nodes { ${USER} }`,
    (share, sizes) => [Math.round((1 - share) * sizes.users)],
  );

const incidents = (name: string, filter: string) =>
  pages(
    `incidents: ${name}`,
    (after) => `incidents(first: 25 ${filter} ${after}) { nodes { ${INCIDENT} }`,
    (share, sizes) => [Math.round((1 - share) * Math.min(20_000, sizes.users / 2))],
  );

const outbox = (name: string, filter: string) =>
  pages(
    `outbox: ${name}`,
    (after) => `outbox(first: 25 ${filter} ${after}) { nodes { ${MAIL} }`,
    (share, sizes) => [Math.round((1 - share) * 3 * sizes.users)],
  );

const one = (name: string, query: string): Operation => ({ name, query: () => query });

const SERIES = '{ minimum average maximum }';
const range = (name: string, lengthMs: number, host: string, endMs = 0): Operation => ({
  name: `history: ${name}${host === '' ? '' : ', of an agent'}`,
  query: () => `{ metricsHistory(from: "${ago(lengthMs + endMs)}" to: "${ago(endMs)}" points: 480 ${host}) {
    at stepSeconds cpuPercent ${SERIES} ramPercent ${SERIES} networkReceived ${SERIES} } }`,
});

const RANGES = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY, 'two years': 730 * DAY };

/** Every list with its filters and pages, every count, and the ranges of the history. */
export const OPERATIONS: readonly Operation[] = [
  one('nothing but { me }', '{ me { username } }'),
  ...audit('all', ''),
  ...audit('a name with many events', 'username: "bot"'),
  ...audit('a name with three events', 'username: "rare"'),
  ...audit('a name of nobody', 'username: "nobody"'),
  ...audit('an address', 'address: "10.1.5.3"'),
  ...audit('an actor', 'actor: "chief"'),
  ...audit('a common event', 'event: LOGIN'),
  ...audit('an event that was once', 'event: IMPORT'),
  ...audit('an event of the staff', 'event: STAFF_GRANT'),
  ...audit('successes', 'result: SUCCESS'),
  ...audit('failures', 'result: FAILURE'),
  ...audit('locks', 'result: LOCKED_OUT'),
  ...audit('a common door', 'door: FORM'),
  ...audit('a rare door', 'door: CLI'),
  ...audit('a day', `from: "${ago(181 * DAY)}" to: "${ago(180 * DAY)}"`),
  ...audit('failures of a day', `result: FAILURE from: "${ago(181 * DAY)}" to: "${ago(180 * DAY)}"`),
  ...audit('a name, an event and a door', 'username: "bot" event: LOGIN door: TOKEN'),
  ...audit('a name and an address', 'username: "bot" address: "10.1.5.3"'),
  ...audit('two common ones that never meet', 'username: "bot" result: FAILURE'),
  one('audit: one event', '{ auditEvent(id: "777") { id at event username before after } }'),
  one('audit: a part of the CSV', '{ auditTrailCsv { csv endCursor hasNextPage } }'),
  one('audit: a part of the CSV of failures', '{ auditTrailCsv(filter: { result: FAILURE }) { csv hasNextPage } }'),
  ...users('all', ''),
  ...users('inactive', 'isActive: false'),
  ...users('staff', 'isStaff: true'),
  ...users('staff and inactive', 'isStaff: true isActive: false'),
  ...users('search in most', 'search: "example"'),
  ...users('search in a fifth', 'search: "clara"'),
  ...users('search in one', 'search: "user777@"'),
  ...users('search in none', 'search: "nobody"'),
  ...users('search of two letters', 'search: "us"'),
  ...users('search in most, staff', 'search: "example" isStaff: true'),
  one('users: one', `{ user(username: "User777") { ${USER} } }`),
  ...pages(
    'sessions',
    (after) => `liveSessions(first: 50 ${after}) { nodes { ${SESSION} }`,
    (share) => [Date.now() - share * 10 * DAY, 'g'],
  ),
  ...pages('sessions of one', (after) => `liveSessions(username: "user2" first: 50 ${after}) { nodes { ${SESSION} }`),
  ...pages(
    'locks',
    (after) => `lockedPairs(first: 50 ${after}) { nodes { username address isStaff lockedUntil }`,
    (share) => [Date.now() - share * 14 * 60_000, '', '', ''],
  ),
  ...pages(
    'e-mail domains',
    (after) => `blockedDomains(first: 50 ${after}) { nodes { domain addedAt addedBy }`,
    (share, sizes) => [`domain${Math.round(share * sizes.users * 0.2)}.example`],
  ),
  ...pages('e-mail domains: search in all', (after) => `blockedDomains(search: "domain" ${after}) { nodes { domain }`),
  ...pages(
    'e-mail domains: search in one',
    (after) => `blockedDomains(search: "main17.ex" ${after}) { nodes { domain }`,
  ),
  ...pages(
    'e-mail domains: search in none',
    (after) => `blockedDomains(search: "nowhere" ${after}) { nodes { domain }`,
  ),
  one('e-mail domains: check', '{ domainCheck(domain: "mail.example") { domain accounts isProvider } }'),
  ...pages('invitations', (after) => `invitations(first: 50 ${after}) { nodes { id state createdBy usedBy }`),
  one('tokens of one', '{ personalAccessTokens { id name scopes expiresAt } }'),
  ...incidents('all', ''),
  ...incidents('open', 'state: OPEN'),
  ...incidents('ended', 'state: ENDED'),
  ...incidents('of a host', 'host: "2"'),
  ...incidents('of a rule', 'rule: "7"'),
  ...incidents('of a rule and a host that never met', 'rule: "9999"'),
  ...incidents('of a day', `from: "${ago(15 * DAY)}" to: "${ago(14 * DAY)}"`),
  ...incidents('of a host, open', 'host: "2" state: OPEN'),
  ...outbox('all', ''),
  ...outbox('waiting', 'state: WAITING'),
  ...outbox('sent', 'state: SENT'),
  ...outbox('failed', 'state: FAILED'),
  ...outbox('cancelled', 'state: CANCELLED'),
  one('outbox: counts', '{ mailStatus { isOn waiting failed } }'),
  one('health, asked first', '{ serviceHealth { residentBytes database { bytes } history { chunks bytes } } }'),
  one('rooms', '{ rooms { code participants { id nickname } } }'),
  one('terms', '{ termsVersions(first: 20) { nodes { version createdAt } } }'),
  one('hosts', '{ hosts(first: 25) { totalCount nodes { id name state } } }'),
  one('hosts by tag', '{ hosts(first: 25 tag: "web") { totalCount nodes { id name } } }'),
  ...Object.entries(RANGES).flatMap(([name, length]) => [range(name, length, ''), range(name, length, 'host: "2"')]),
];
