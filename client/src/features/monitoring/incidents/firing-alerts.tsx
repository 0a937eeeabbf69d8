import { graphql } from 'gql.tada';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { t } from '../../../lib/i18n/t';
import { paths } from '../../../paths';
import { useAskAgain } from './use-ask-again';

const FiringAlertsQuery = graphql(`
  query FiringAlerts {
    incidents(state: OPEN, first: 100) {
      nodes {
        id
        hostName
        severity
      }
    }
  }
`);

/** Shows the number of alerts firing on this host, linked to them; nothing if there are none. */
export function FiringAlerts({ host }: { host: string }) {
  const [{ data }, ask] = useQuery({ query: FiringAlertsQuery, requestPolicy: 'cache-and-network' });
  useAskAgain(ask);
  const firing = data?.incidents.nodes.filter(({ hostName }) => hostName === host) ?? [];
  if (firing.length === 0) return null;
  const isBad = firing.some(({ severity }) => severity === 'BAD');
  return (
    <Link className="host-alerts" href={`${paths.alerts}?estado=abertos`} data-severity={isBad ? 'BAD' : 'WARNING'}>
      {t('ui.dashboard.firing', { count: firing.length })}
    </Link>
  );
}
