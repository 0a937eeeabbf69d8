import { Link } from 'wouter';
import { ConditionMark, useHostCondition } from '../../../components/status/host-state';
import { useAwaySince } from '../../../lib/graphql/connection';
import { useIncidentsOf } from '../../../lib/incidents/use-open-incidents';
import { paths } from '../../../paths';

/**
 * Says beside the live mark that alerts are firing on the host; renders nothing if there are none or if that is
 * unknown.
 */
export function FiringNow({ host }: { host: string | undefined }) {
  const firing = useIncidentsOf(host) ?? [];
  const condition = useHostCondition('LIVE', undefined, firing);
  if (useAwaySince() !== undefined || firing.length === 0) return null;
  return (
    <Link className="firing-now" href={`${paths.alerts}?estado=abertos`}>
      <ConditionMark condition={condition} /> <span className="firing-rule">{condition.detail}</span>
    </Link>
  );
}
