import type { PushedIncident } from './incidents.operations';

/** Open incidents known to this page. */
export interface OpenIncidents {
  /** Open incidents, newest first. */
  readonly incidents: readonly PushedIncident[];
  /** Incidents that began after the first list and should be announced. */
  readonly news: readonly PushedIncident[];
}

/** Replaces the known incidents with a fetched list; incidents in the first list are not news. */
export function withList(before: OpenIncidents | undefined, list: readonly PushedIncident[]): OpenIncidents {
  const known = new Set(before?.incidents.map(({ id }) => id));
  const incidents = newestFirst(list.filter(isOpen));
  return { incidents, news: before ? incidents.filter(({ id }) => !known.has(id)) : [] };
}

/** Applies the push of an incident that has begun, changed or ended. */
export function withPush(before: OpenIncidents, pushed: PushedIncident): OpenIncidents {
  const others = before.incidents.filter(({ id }) => id !== pushed.id);
  if (!isOpen(pushed)) {
    return others.length === before.incidents.length ? before : { incidents: others, news: [] };
  }
  const isNew = others.length === before.incidents.length;
  return { incidents: newestFirst([...others, pushed]), news: isNew ? [pushed] : [] };
}

/** Returns a host's incidents: serious ones first, then the newest. */
export function incidentsOnHost({ incidents }: OpenIncidents, host: string | undefined): PushedIncident[] {
  return worstFirst(incidents.filter((incident) => incident.host === host));
}

/** Puts serious incidents first and otherwise keeps their order. */
export function worstFirst(incidents: readonly PushedIncident[]): PushedIncident[] {
  const isBad = ({ severity }: PushedIncident) => Number(severity === 'BAD');
  return incidents.toSorted((a, b) => isBad(b) - isBad(a));
}

function isOpen({ state }: PushedIncident): boolean {
  return state === 'OPEN';
}

function newestFirst(incidents: readonly PushedIncident[]): PushedIncident[] {
  return incidents.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}
