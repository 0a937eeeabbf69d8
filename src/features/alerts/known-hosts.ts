/** A host as referred to by rules, incidents and silences. */
export interface KnownHost {
  /** `hosts.number`, or 1 if there is only one host. Also its id in GraphQL. */
  readonly number: number;
  readonly name: string;
}

export interface KnownHosts {
  /** Lists the hosts, ordered by number. */
  list(): Promise<readonly KnownHost[]>;
}

/** Maps host numbers to names. Deleted hosts are missing. */
export function hostNames(hosts: readonly KnownHost[]): ReadonlyMap<number, string> {
  return new Map(hosts.map(({ number, name }) => [number, name]));
}
