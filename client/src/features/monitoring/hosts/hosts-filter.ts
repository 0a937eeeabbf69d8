import type { HostStateName } from '../../../components/status/host-state';
import { searchOf } from '../view/wall-view';
import type { HostsVariables } from './hosts.operations';

/** Which hosts the list shows, as the address of the page says it. */
export interface HostsFilter {
  /** A part of the name. */
  readonly search: string;
  readonly tag: string;
  readonly state: HostStateName | undefined;
  readonly order: 'WORST' | 'NAME';
}

const STATES = { 'ao-vivo': 'LIVE', atrasadas: 'LATE', 'sem-contato': 'AWAY', retiradas: 'RETIRED' } as const;

/** Reads the filter of a query string. What it does not understand counts as not said. */
export function filterOf(search: string): HostsFilter {
  const words = new URLSearchParams(search);
  const state = words.get('estado') ?? '';
  return {
    search: words.get('busca') ?? '',
    tag: words.get('etiqueta') ?? '',
    state: Object.hasOwn(STATES, state) ? STATES[state as keyof typeof STATES] : undefined,
    order: words.get('ordem') === 'nome' ? 'NAME' : 'WORST',
  };
}

/** The query string of a filter. What goes without saying is not said. */
export function searchWith({ search, tag, state, order }: HostsFilter): string {
  const word = Object.entries(STATES).find(([, name]) => name === state)?.[0];
  const words = { busca: search, etiqueta: tag, estado: word, ordem: order === 'NAME' ? 'nome' : undefined };
  return searchOf(new URLSearchParams(Object.entries(words).filter((pair): pair is [string, string] => !!pair[1])));
}

/** What the server is asked for. */
export function variablesOf({ search, tag, state, order }: HostsFilter): HostsVariables {
  return { search: search.trim() || null, tag: tag || null, state: state ?? null, order };
}
