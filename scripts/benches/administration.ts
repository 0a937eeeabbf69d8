import { Connection, requestBytes } from './clients/http-client.ts';
import { fillUsers } from './data/fill-users.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { median, printTable } from './measuring/figures.ts';
import { startService } from './measuring/processes.ts';

const ROUNDS = 15;
const SMALL = 1_000;
const LARGE = 100_000;

/** A list of the administration, as it is asked for; `$after` is where half of what there is lies behind. */
interface List {
  readonly name: string;
  readonly field: string;
  /** What is selected of each item. */
  readonly selection: string;
  /** The key of an item in the middle of so many. */
  readonly middle?: (count: number) => readonly (string | number)[];
}

const USER = 'username email firstName isActive isStaff dateJoined lastLogin isAuthenticated isLastStaff';
const SESSION = 'id username address browser createdAt expiresAt isCurrent sockets';

const users = (name: string, filter = ''): List => ({
  name,
  field: `users(first: 50 ${filter} AFTER)`,
  selection: USER,
});

/** Every list that is measured. What is wanted of another table is added here, and filled beside {@link fillUsers}. */
const LISTS: readonly List[] = [
  users('users'),
  { ...users('users, in the middle'), middle: (count) => [count / 2] },
  users('users, inactive', 'isActive: false'),
  users('users, staff', 'isStaff: true'),
  users('users, staff and inactive', 'isStaff: true isActive: false'),
  users('search, in all', 'search: "EXAMPLE.com"'),
  { ...users('search, in all, in the middle', 'search: "example.com"'), middle: (count) => [count / 2] },
  users('search, in a fifth', 'search: "clara"'),
  users('search, in one', 'search: "user777@"'),
  users('search, in none', 'search: "nobody"'),
  users('search, two letters', 'search: "us"'),
  users('search, in all, staff', 'search: "example.com" isStaff: true'),
  { name: 'sessions', field: 'liveSessions(first: 50 AFTER)', selection: SESSION },
  {
    name: 'sessions, in the middle',
    field: 'liveSessions(first: 50 AFTER)',
    selection: SESSION,
    middle: () => [Date.now() - 5_000 * 60_000, 'g'],
  },
  { name: 'sessions, of one', field: 'liveSessions(first: 50 username: "user777" AFTER)', selection: SESSION },
];

/** How long the lists of the administration take with a hundred thousand users, beside the same with a thousand. */
export async function administration(): Promise<void> {
  const start = (count: number) =>
    startService([{ username: 'chefe' }], { SECRET_KEY }, (file) => fillUsers(file, count));
  const [small, large] = [await start(SMALL), await start(LARGE)];
  const rows = [['list', 'items', `p50 ms of ${LARGE}`, `p50 ms of ${SMALL}`, 'ratio']];
  try {
    const peers = { small: await Connection.open(small), large: await Connection.open(large) };
    for (const list of LISTS) rows.push(await measure(peers, list));
  } finally {
    await small.stop();
    await large.stop();
  }
  printTable(rows);
}

async function measure(peers: { small: Connection; large: Connection }, list: List): Promise<string[]> {
  const times = { small: [] as number[], large: [] as number[] };
  let items = 0;
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [size, count] of [
      ['small', SMALL],
      ['large', LARGE],
    ] as const) {
      const reply = await peers[size].ask(bytesOf(list, count));
      if (reply.status !== 200) throw new Error(`${list.name}: ${reply.status} ${reply.body.slice(0, 200)}`);
      items = (Object.values(JSON.parse(reply.body).data)[0] as { nodes: unknown[] }).nodes.length;
      // The first ones warm up.
      if (round >= 0) times[size].push(reply.ms);
    }
  }
  const [ofLarge, ofSmall] = [median(times.large), median(times.small)];
  return [list.name, String(items), ofLarge.toFixed(1), ofSmall.toFixed(1), (ofLarge / ofSmall).toFixed(1)];
}

function bytesOf({ field, selection, middle }: List, count: number): string {
  const cursor = middle && Buffer.from(JSON.stringify(middle(count))).toString('base64url');
  const list = field.replace('AFTER', cursor === undefined ? '' : `after: "${cursor}"`);
  return requestBytes({
    port: 0,
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(1)}` },
    body: JSON.stringify({ query: `{ ${list} { nodes { ${selection} } pageInfo { endCursor hasNextPage } } }` }),
  });
}
