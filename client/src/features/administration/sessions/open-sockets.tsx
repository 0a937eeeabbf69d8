import { useQuery } from 'urql';
import { Section } from '../../../components/layout/section';
import type { Columns } from '../../../components/lists/columns';
import { RecordTable } from '../../../components/lists/record-table';
import { Mark, Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { useStableRows } from '../../../components/lists/use-stable-rows';
import { shortTimestamp } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import { useSecurityEvents } from '../parts/use-security-events';
import { type OpenSocket, OpenSocketsQuery } from './sessions.operations';

/** Polling interval, because connections open and close without an event. */
const COME_AND_GO_MS = 5_000;

export function OpenSockets() {
  const pages = usePages();
  const [{ data, error, operation }, ask] = useQuery({
    query: OpenSocketsQuery,
    variables: { after: pages.after },
    requestPolicy: 'cache-and-network',
  });
  const live = data?.serviceNodes.filter(({ state }) => state === 'LIVE') ?? [];
  const nodeNames = new Map(live.map(({ id, address }) => [id, address]));
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const { area, page, isGone } = useStableRows(data?.openSockets, operation?.key, ({ id }) => id);
  useSecurityEvents(({ result }) => result === 'SUCCESS', refresh, COME_AND_GO_MS);
  return (
    <Section title={t('ui.sessions.sockets')} about={t('ui.sessions.socketsAbout')}>
      <div ref={area}>
        <Records
          label={t('ui.sessions.sockets')}
          page={page}
          error={error}
          onRetry={refresh}
          pages={pages}
          empty={t('ui.sessions.noSockets')}
        >
          {(sockets, focusTarget) => (
            <RecordTable
              label={t('ui.sessions.sockets')}
              items={sockets}
              columns={socketColumns(isGone, nodeNames)}
              focusTarget={focusTarget}
            />
          )}
        </Records>
      </div>
    </Section>
  );
}

function socketColumns(
  isGone: (socket: OpenSocket) => boolean,
  nodeNames: ReadonlyMap<string, string>,
): Columns<OpenSocket> {
  return {
    keyOf: ({ id }) => id,
    title: {
      name: t('ui.sessions.username'),
      cell: (socket) => (
        <>
          {socket.username} {isGone(socket) && <Mark>{t('ui.sessions.closed')}</Mark>}
        </>
      ),
    },
    after: [
      { name: t('ui.sessions.address'), inList: 'alone', cell: ({ address }) => address },
      {
        name: t('ui.sessions.signedInBy'),
        inList: 'alone',
        cell: ({ by }) => t(by === 'SESSION' ? 'ui.sessions.bySession' : 'ui.sessions.byToken'),
      },
      { name: t('ui.sessions.openSince'), width: '9.5rem', cell: ({ since }) => shortTimestamp(since) },
      { name: t('ui.sessions.subscriptions'), width: '7rem', cell: ({ subscriptions }) => String(subscriptions) },
      // With a single node, the column would be redundant.
      ...(nodeNames.size > 1
        ? [{ name: t('ui.sessions.node'), cell: ({ node }: OpenSocket) => nodeNames.get(node) }]
        : []),
    ],
  };
}
