import { type ReactNode, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { RecordTable } from '../../../components/lists/record-table';
import { Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { useStableRows } from '../../../components/lists/use-stable-rows';
import { Notice } from '../../../components/status/notice';
import { t } from '../../../lib/i18n/t';
import { useViewer } from '../../../lib/session/viewer';
import { incidentColumns } from './incident-columns';
import { type IncidentAction, IncidentDialog } from './incident-dialog';
import { ABOUT_INCIDENTS, type Incident, IncidentsQuery, type IncidentsVariables } from './incidents.operations';
import { useIncidentChanges } from './use-incident-changes';

interface IncidentListProps {
  label: string;
  variables: IncidentsVariables;
  /** Current time, in milliseconds of `Date.now()`. */
  now: number;
  empty: ReactNode;
}

/** Paginated incidents, kept up to date while they are shown. */
export function IncidentList({ label, variables, now, empty }: IncidentListProps) {
  const [{ mayOperate }] = useViewer();
  const { subject: pending, ...dialog } = useDialog<{ incident: Incident; action: IncidentAction }>();
  const [done, setDone] = useState('');
  const pages = usePages();
  const [{ data, error, operation }, ask] = useQuery({
    query: IncidentsQuery,
    variables: { ...variables, after: pages.after },
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_INCIDENTS).current,
  });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const { area, page } = useStableRows(data?.incidents, operation?.key, ({ id }) => id);
  useIncidentChanges(refresh);
  const onDone = (text: string) => {
    setDone(text);
    dialog.close();
    refresh();
  };
  const onAction = (incident: Incident, action: IncidentAction) => {
    setDone('');
    dialog.open({ incident, action });
  };
  return (
    <>
      {done && <Notice tone="good">{done}</Notice>}
      <div ref={area}>
        <Records label={label} page={page} error={error} onRetry={refresh} pages={pages} empty={empty}>
          {(incidents, focusTarget) => (
            <RecordTable
              label={label}
              items={incidents}
              columns={incidentColumns({ now, mayOperate, onAction })}
              focusTarget={focusTarget}
            />
          )}
        </Records>
      </div>
      {pending && <IncidentDialog {...pending} onDone={onDone} onClose={dialog.close} />}
      <p className="visually-hidden">{t('ui.incidents.live')}</p>
    </>
  );
}
