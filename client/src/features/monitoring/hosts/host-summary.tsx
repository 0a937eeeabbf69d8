import './host-cards.css';
import { ConditionMark, useHostCondition } from '../../../components/status/host-state';
import { t } from '../../../lib/i18n/t';
import { useIncidentsOf } from '../../../lib/incidents/use-open-incidents';
import { SmallCharts } from '../charts/sparklines/small-charts';
import { useRecent } from '../charts/sparklines/use-recent';
import { useHost } from '../host/host-identity';
import type { Sample } from '../live/sample-fields';

interface HostSummaryProps {
  sample: Sample | undefined;
  /** Whether samples are arriving, by push or by polling. */
  arriving: boolean;
  state: 'LIVE' | 'LATE';
}

/** The only host, with its usual measures as small charts of the last hour. */
export function HostSummary({ sample, arriving, state }: HostSummaryProps) {
  const host = useHost();
  const points = useRecent(sample, arriving);
  const condition = useHostCondition(state, sample?.sampledAt, useIncidentsOf(host?.id));
  return (
    <section className="home-hosts" aria-labelledby="machine">
      <header className="home-hosts-head">
        <h2 className="home-hosts-host" id="machine">
          {host?.name ?? t('ui.hosts.list')}
        </h2>
        <ConditionMark condition={condition} />
      </header>
      <SmallCharts sample={sample} points={points} arriving={arriving} />
    </section>
  );
}
