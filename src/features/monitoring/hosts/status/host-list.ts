import { type Page, type PageKey, type PageRequest, pageOf } from '../../../../shared/page.js';
import { buildFiguresRow } from './host-row.js';
import type { HostState, HostStatus } from './host-states.js';

/** Selects hosts; by default, all that are not retired. */
export interface HostFilter {
  /** Part of the name or host name, ignoring case. */
  readonly search: string | undefined;
  readonly tag: string | undefined;
  readonly state: HostState | undefined;
}

/** Pagination keys for the list, sorted by name or worst first. */
export type NameKey = readonly [name: string, number: number];
export type WorstKey = readonly [rank: number, figure: number, number: number];

type HostPageRequest = Pick<PageRequest<PageKey>, 'first' | 'isBackward'> &
  (
    | { readonly order: 'NAME'; readonly after: NameKey | undefined }
    | { readonly order: 'WORST'; readonly after: WorstKey | undefined }
  );

interface ListedHosts {
  readonly page: Page<HostStatus>;
  readonly totalCount: number;
  /** The counts for every state, whichever state is requested. */
  readonly counts: Readonly<Record<HostState, number>>;
}

/** Returns the requested page of the hosts that match a filter. */
export function listHosts(hosts: readonly HostStatus[], filter: HostFilter, request: HostPageRequest): ListedHosts {
  const found = hosts.filter(matches(filter));
  const counts = { LIVE: 0, LATE: 0, AWAY: 0, RETIRED: 0, WAITING: 0 };
  for (const { state } of found) counts[state] += 1;
  const meant = found.filter(({ state }) => (filter.state ? state === filter.state : state !== 'RETIRED'));
  const page =
    request.order === 'NAME'
      ? pageBy(meant, request, { keyOf: nameKeyOf, compare: compareNames })
      : pageBy(meant, request, { keyOf: worstKeyOf, compare: compareNumbers });
  return { page, totalCount: meant.length, counts };
}

function matches({ search, tag }: HostFilter): (host: HostStatus) => boolean {
  const part = search?.trim().toLowerCase() ?? '';
  const wanted = tag?.trim().toLowerCase();
  return ({ name, tags, facts }) =>
    (wanted === undefined || tags.includes(wanted)) &&
    (name.toLowerCase().includes(part) || (facts?.name.toLowerCase().includes(part) ?? false));
}

interface Order<Key> {
  readonly keyOf: (host: HostStatus) => Key;
  readonly compare: (a: Key, b: Key) => number;
}

function pageBy<Key extends readonly (string | number)[]>(
  hosts: readonly HostStatus[],
  request: PageRequest<Key>,
  { keyOf, compare }: Order<Key>,
): Page<HostStatus> {
  const { after, isBackward = false } = request;
  const towards = (a: Key, b: Key) => (isBackward ? compare(b, a) : compare(a, b));
  const keyed = hosts.map((host) => ({ host, key: keyOf(host) })).sort((a, b) => towards(a.key, b.key));
  const rest = after ? keyed.filter(({ key }) => towards(key, after) > 0) : keyed;
  const { items, ...page } = pageOf(rest, request, ({ key }) => key);
  return { ...page, items: items.map(({ host }) => host) };
}

/** Natural order: `web-2` comes before `web-10`. */
const { compare: compareTexts } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function nameKeyOf({ name, number }: HostStatus): NameKey {
  return [name, number];
}

function compareNames([nameA, numberA]: NameKey, [nameB, numberB]: NameKey): number {
  return compareTexts(nameA, nameB) || numberA - numberB;
}

const RANKS: Readonly<Record<HostState, number>> = { AWAY: 0, LATE: 1, WAITING: 2, LIVE: 3, RETIRED: 4 };

/** Keys are whole numbers, so percentages are in tenths. */
function worstKeyOf(host: HostStatus): WorstKey {
  const [, cpu, ram, disk] = buildFiguresRow(host);
  return [RANKS[host.state], -Math.round(10 * Math.max(cpu ?? 0, ram ?? 0, disk ?? 0)), host.number];
}

function compareNumbers(a: WorstKey, b: WorstKey): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
