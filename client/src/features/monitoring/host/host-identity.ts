import { graphql, type ResultOf } from 'gql.tada';
import { t } from '../../../lib/i18n/t';

/** Asked for once: it does not change while the page is open. */
export const HostQuery = graphql(`
  query Host {
    host {
      name
      system
      kernel
      processor
      cores
      startedAt
      intervalSeconds
      environment
      environmentName
    }
  }
`);

/** Which machine this is. */
export type Host = ResultOf<typeof HostQuery>['host'];

/** What the system runs in, with its name where that is known: `máquina virtual KVM`. */
export function environmentOf({ environment, environmentName }: Host): string | undefined {
  const within = environments[environment];
  // Where it stands depends on the language; where there is none, its space stays.
  return within && t(within, { name: environmentName ?? '' }).trim();
}

/** What runs the system: nothing is said of a machine of metal, nor where it is unknown. */
const environments = {
  CONTAINER: 'ui.dashboard.container',
  VIRTUAL_MACHINE: 'ui.dashboard.virtualMachine',
  PHYSICAL: undefined,
  UNKNOWN: undefined,
} as const;
