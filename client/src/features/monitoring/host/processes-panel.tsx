import '../panel.css';
import './processes-panel.css';
import { graphql, type ResultOf } from 'gql.tada';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { formatPercent } from '../../../lib/i18n/format';
import { formatBytes } from '../../../lib/i18n/format-data';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { useShownHost } from '../shown-host';
import { ProcessCommand } from './process-command';

const ProcessesQuery = graphql(`
  query BusiestProcesses($host: ID) {
    busiestProcesses(host: $host) {
      byCpu {
        pid
        name
        cpuPercent
      }
      byRam {
        pid
        name
        ramBytes
      }
    }
  }
`);

type Processes = NonNullable<ResultOf<typeof ProcessesQuery>['busiestProcesses']>;

/** Polling interval; the server allows twenty requests a minute. */
const ASK_EVERY_MS = 5_000;

/** Lists the processes that use the most, for staff; they are measured only while the list is open. */
export function ProcessesPanel() {
  const [open, setOpen] = useState(false);
  return (
    <section className="panel" aria-labelledby="processes">
      <h2 id="processes">{t('ui.dashboard.processes')}</h2>
      <p className="hint">{t('ui.dashboard.processesAbout')}</p>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('ui.dashboard.look')}</summary>
        {open && <LiveProcesses />}
      </details>
    </section>
  );
}

function LiveProcesses() {
  const [{ data, error, fetching }, ask] = useQuery({
    query: ProcessesQuery,
    variables: { host: useShownHost() },
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    const timer = setInterval(() => document.hidden || ask({ requestPolicy: 'network-only' }), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [ask]);
  if (error && !data && !fetching) return <Failure text={describeFailure(error).text} />;
  if (!data) return <Loading />;
  const found = data.busiestProcesses;
  return found ? <Found {...found} /> : <p className="hint">{t('ui.dashboard.unknownProcesses')}</p>;
}

function Found({ byCpu, byRam }: Processes) {
  return (
    <div className="processes">
      {byCpu.length === 0 ? (
        <p className="hint">{t('ui.dashboard.idle')}</p>
      ) : (
        <ProcessTable
          title="ui.dashboard.byCpu"
          figure="ui.monitoring.cpu"
          rows={byCpu.map(({ pid, name, cpuPercent }) => ({ id: pid, name, figure: formatPercent(cpuPercent) }))}
        />
      )}
      <ProcessTable
        title="ui.dashboard.byRam"
        figure="ui.monitoring.ram"
        rows={byRam.map(({ pid, name, ramBytes }) => ({ id: pid, name, figure: formatBytes(ramBytes) }))}
      />
    </div>
  );
}

interface ProcessTableProps {
  title: MessageKey;
  figure: MessageKey;
  rows: readonly { id: number; name: string; figure: string }[];
}

function ProcessTable({ title, figure, rows }: ProcessTableProps) {
  /** The process whose command is shown, as long as it is in the list. */
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <table className="process-table">
      <caption>{t(title)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('ui.dashboard.processName')}</th>
          <th scope="col">{t('ui.dashboard.processId')}</th>
          <th scope="col">{t(figure)}</th>
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.id}>
          <tr>
            <th scope="row">
              <button
                className="process-name"
                type="button"
                aria-expanded={opened === row.id}
                title={t('ui.dashboard.wholeCommand')}
                onClick={() => setOpened(opened === row.id ? null : row.id)}
              >
                {row.name}
              </button>
            </th>
            <td>{row.id}</td>
            <td>{row.figure}</td>
          </tr>
          {opened === row.id && (
            <tr>
              <td className="process-command" colSpan={3}>
                <ProcessCommand id={row.id} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}
