import { type ReactNode, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Section } from '../../../components/layout/section';
import { Notice } from '../../../components/status/notice';
import { Severity } from '../../../components/status/severity';
import { Empty, Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { t } from '../../../lib/i18n/t';
import { useViewer } from '../../../lib/session/viewer';
import { paths } from '../../../paths';
import { useNow } from '../parts/use-now';
import { ComparisonTable } from './comparison-table';
import { Deliveries } from './deliveries';
import { Actions } from './incident-columns';
import { type IncidentAction, IncidentDialog } from './incident-dialog';
import { IncidentFacts } from './incident-facts';
import { sentenceOf } from './incident-words';
import { ABOUT_INCIDENTS, type Incident, IncidentQuery } from './incidents.operations';
import { useIncidentChanges } from './use-incident-changes';

interface IncidentViewProps {
  id: string;
  renderChart(incident: Incident): ReactNode;
}

/** `/sistema/alertas/<id>/`: one incident with its readings, their chart, and the state of its messages. */
export function IncidentView({ id, renderChart }: IncidentViewProps) {
  const [{ data, error }, ask] = useQuery({
    query: IncidentQuery,
    variables: { id },
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_INCIDENTS).current,
  });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  useIncidentChanges(refresh);
  return (
    <article className="incident-view">
      <p>
        <Link href={paths.alerts}>{t('ui.incidents.back')}</Link>
      </p>
      {error && !data && <Failure text={describeFailure(error).text} onRetry={refresh} />}
      {!error && !data && <Loading lines={6} />}
      {data?.incident === null && <Empty title={t('ui.incidents.unknown')} />}
      {data?.incident && (
        <KnownIncident incident={data.incident} chart={renderChart(data.incident)} onChange={refresh} />
      )}
    </article>
  );
}

interface KnownIncidentProps {
  incident: Incident;
  chart: ReactNode;
  onChange(): void;
}

function KnownIncident({ incident, chart, onChange }: KnownIncidentProps) {
  const [{ isStaff, mayOperate }] = useViewer();
  const now = useNow();
  const { subject: action, ...dialog } = useDialog<IncidentAction>();
  const [done, setDone] = useState('');
  const onDone = (text: string) => {
    setDone(text);
    dialog.close();
    onChange();
  };
  return (
    <>
      <header className="incident-head">
        <Severity severity={incident.severity} isOver={incident.state !== 'OPEN'} />
        <h2>{sentenceOf(incident, now)}</h2>
        <div className="actions">
          <Actions
            incident={incident}
            mayOperate={mayOperate}
            onAction={(_, chosen) => {
              setDone('');
              dialog.open(chosen);
            }}
          />
        </div>
        {done && <Notice tone="good">{done}</Notice>}
      </header>
      <IncidentFacts incident={incident} now={now} mayOperate={mayOperate} />
      <ComparisonTable comparisons={incident.comparisons} />
      {chart && <Section title={t('ui.incidents.chart')}>{chart}</Section>}
      {isStaff && <Deliveries id={incident.id} state={incident.state} />}
      {action && <IncidentDialog incident={incident} action={action} onDone={onDone} onClose={dialog.close} />}
    </>
  );
}
