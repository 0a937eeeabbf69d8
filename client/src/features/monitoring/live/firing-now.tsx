import { Link } from 'wouter';
import { ConditionMark, useHostCondition } from '../../../components/status/host-state';
import { useAwaySince } from '../../../lib/graphql/connection';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { useIncidentsOf } from '../../../lib/incidents/use-open-incidents';
import { paths } from '../../../paths';

/** The names of the states, and those of the rules that Vigia brings along. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.hostState,rules.supplied',
    import: 'default',
  }),
);

/**
 * Says beside the live mark that alerts are firing on the host; renders nothing if there are none or if that is
 * unknown.
 */
export default function FiringNow({ host }: { host: string | undefined }) {
  const firing = useIncidentsOf(host) ?? [];
  const condition = useHostCondition('LIVE', undefined, firing);
  if (useAwaySince() !== undefined || firing.length === 0) return null;
  return (
    <Link className="firing-now" href={`${paths.alerts}?estado=abertos`}>
      <ConditionMark condition={condition} /> <span className="firing-rule">{condition.detail}</span>
    </Link>
  );
}
