import type { PushedIncident } from './bell.operations';

/** The incidents that go on, as far as this page has heard of them. */
export interface OpenIncidents {
  /** The newest first. */
  readonly incidents: readonly PushedIncident[];
  /** What has begun since the page knew which went on: it is announced. */
  readonly news: readonly PushedIncident[];
}

/** What a list says of them, which replaces what was known; at the first time nothing of it is news. */
export function withList(before: OpenIncidents | undefined, list: readonly PushedIncident[]): OpenIncidents {
  const known = new Set(before?.incidents.map(({ id }) => id));
  const incidents = newestFirst(list.filter(isOpen));
  return { incidents, news: before ? incidents.filter(({ id }) => !known.has(id)) : [] };
}

/** After one has begun, changed or ended. */
export function withPush(before: OpenIncidents, pushed: PushedIncident): OpenIncidents {
  const others = before.incidents.filter(({ id }) => id !== pushed.id);
  if (!isOpen(pushed)) {
    return others.length === before.incidents.length ? before : { incidents: others, news: [] };
  }
  const isNew = others.length === before.incidents.length;
  return { incidents: newestFirst([...others, pushed]), news: isNew ? [pushed] : [] };
}

function isOpen({ state }: PushedIncident): boolean {
  return state === 'OPEN';
}

function newestFirst(incidents: readonly PushedIncident[]): PushedIncident[] {
  return incidents.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}
