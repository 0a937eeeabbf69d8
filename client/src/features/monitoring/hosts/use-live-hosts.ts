import { type RefObject, useRef, useState } from 'react';
import { HostFigures } from './host-figures';
import type { HostsVariables, ListedHost } from './hosts.operations';
import { type HostList, useHostList } from './use-host-list';
import { usePushedFigures } from './use-pushed-figures';

/** A list of hosts with what is pushed of those in view. */
export interface LiveHosts extends HostList {
  readonly figures: HostFigures;
  /** The hosts on the page, which stay in place while somebody points at them. */
  readonly area: RefObject<HTMLUListElement | null>;
}

/** Scroll distance above which the user is considered to be reading. */
const READING_PX = 120;

/** Returns the matching hosts. `idsInView` chooses those whose figures are pushed. */
export function useLiveHosts(
  variables: HostsVariables,
  idsInView: (hosts: readonly ListedHost[]) => readonly string[],
): LiveHosts {
  const [figures] = useState(() => new HostFigures());
  const area = useRef<HTMLUListElement>(null);
  const pushed = useRef<ReadonlySet<string>>(new Set());
  // Hosts must not move while a user is about to click one or has scrolled down to them.
  const isInUse = () => scrollY > READING_PX || (area.current?.matches(':hover, :focus-within') ?? false);
  const list = useHostList(variables, (hosts) => figures.list(hosts, pushed.current), isInUse);
  const live = usePushedFigures(figures, idsInView(list.hosts ?? []));
  pushed.current = live.pushed;
  return { ...list, figures, area };
}
