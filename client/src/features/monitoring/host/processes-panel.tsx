import { graphql, type ResultOf } from 'gql.tada';
import { useQuery } from 'urql';
import { Failure, Loading } from '../../../components/states';
import { failureOf } from '../../../lib/graphql/failure-of';
import { formatBytes, formatDecimal } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';

const ProcessesQuery = graphql(`
  query BusiestProcesses {
    busiestProcesses {
      byCpu {
        id
        name
        cpuPercent
      }
      byRam {
        id
        name
        ramBytes
      }
    }
  }
`);

type Processes = NonNullable<ResultOf<typeof ProcessesQuery>['busiestProcesses']>;

/** The processes that use most, fetched when staff press the button. */
export function ProcessesPanel() {
  const [{ data, error, fetching }, ask] = useQuery({ query: ProcessesQuery, pause: true });
  const look = () => ask({ requestPolicy: 'network-only' });
  const found = data?.busiestProcesses;
  return (
    <section className="panel" aria-labelledby="processes">
      <h2 id="processes">{t('ui.dashboard.processes')}</h2>
      <p className="hint">{t('ui.dashboard.processesAbout')}</p>
      {fetching && !data && <Loading />}
      {error && !fetching && <Failure text={failureOf(error).text} />}
      {data && !found && <p className="hint">{t('ui.dashboard.unknownProcesses')}</p>}
      {found && <Found {...found} />}
      <div className="actions">
        <button className="button" type="button" onClick={look} aria-disabled={fetching || undefined}>
          {t(data ? 'ui.dashboard.lookAgain' : 'ui.dashboard.look')}
        </button>
      </div>
    </section>
  );
}

function Found({ byCpu, byRam }: Processes) {
  return (
    <div className="processes" role="status">
      {byCpu.length === 0 ? (
        <p className="hint">{t('ui.dashboard.idle')}</p>
      ) : (
        <ProcessTable
          title={t('ui.dashboard.byCpu')}
          rows={byCpu.map(({ id, name, cpuPercent }) => ({ id, name, figure: `${formatDecimal(cpuPercent, 1)} %` }))}
        />
      )}
      <ProcessTable
        title={t('ui.dashboard.byRam')}
        rows={byRam.map(({ id, name, ramBytes }) => ({ id, name, figure: formatBytes(ramBytes) }))}
      />
    </div>
  );
}

interface ProcessTableProps {
  title: string;
  rows: readonly { id: number; name: string; figure: string }[];
}

function ProcessTable({ title, rows }: ProcessTableProps) {
  return (
    <table>
      <caption>{title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('ui.dashboard.processName')}</th>
          <th scope="col">{t('ui.dashboard.processId')}</th>
          <th scope="col">{t('ui.dashboard.inUse')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, figure }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{id}</td>
            <td>{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
