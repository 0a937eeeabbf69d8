import { graphql, type ResultOf } from 'gql.tada';
import { useQuery } from 'urql';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';

export const HostQuery = graphql(`
  query Host {
    host {
      name
      system
      kernel
      processor
      cores
      startedAt
      environment
      environmentName
    }
  }
`);

/** Which machine this is. */
export type Host = ResultOf<typeof HostQuery>['host'];

/** What runs the system: nothing is said of a machine of metal, nor where it is unknown. */
const environments = {
  CONTAINER: 'ui.dashboard.container',
  VIRTUAL_MACHINE: 'ui.dashboard.virtualMachine',
  PHYSICAL: undefined,
  UNKNOWN: undefined,
} as const;

/** Which machine this is, in one line. Its place is kept until that is known. */
export function HostLine() {
  const [{ data }] = useQuery({ query: HostQuery });
  const host = data?.host;
  return (
    <p className="host-line">
      {host && (
        <>
          <strong title={host.name}>{host.name}</strong>
          {factsOf(host).map((fact) => (
            <span key={fact}> · {fact}</span>
          ))}
        </>
      )}
    </p>
  );
}

function factsOf(host: Host): string[] {
  const { system, kernel, processor, cores, startedAt } = host;
  const coreCount = t('ui.dashboard.processors', { count: cores });
  const environment = environmentOf(host);
  return [
    system,
    kernel,
    processor ? `${processor}, ${coreCount}` : coreCount,
    t('ui.dashboard.runningSince', { time: formatTimestamp(new Date(startedAt)) }),
    ...(environment ? [environment] : []),
  ];
}

/** What the system runs in, with its name where that is known: `máquina virtual KVM`. */
export function environmentOf({ environment, environmentName }: Host): string | undefined {
  const within = environments[environment];
  // Where it stands depends on the language; where there is none, its space stays.
  return within && t(within, { name: environmentName ?? '' }).trim();
}
