import { useQuery } from 'urql';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { Mark, Record, Records } from '../parts/records';
import { Section } from '../parts/section';
import { usePages } from '../parts/use-pages';
import { useSecurityEvents } from '../parts/use-security-events';
import { useStableRows } from '../parts/use-stable-rows';
import { OpenSocketsQuery } from './sessions.operations';

/** Connections open and close without an event. */
const COME_AND_GO_MS = 5_000;

/** What is connected now. */
export function OpenSockets() {
  const pages = usePages();
  const [{ data, error, operation }, ask] = useQuery({
    query: OpenSocketsQuery,
    variables: { after: pages.after },
    requestPolicy: 'cache-and-network',
  });
  const live = data?.nodes.filter(({ state }) => state === 'LIVE') ?? [];
  // Where there is one process only, it goes without saying.
  const addressOf = (node: string) =>
    live.length > 1 ? live.filter(({ id }) => id === node).map(({ address }) => address) : [];
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
          {(socket) => (
            <Record
              key={socket.id}
              title={socket.username}
              marks={isGone(socket) && <Mark>{t('ui.sessions.closed')}</Mark>}
              facts={[
                socket.address,
                t(socket.by === 'SESSION' ? 'ui.sessions.bySession' : 'ui.sessions.byToken'),
                t('ui.sessions.openSince', { moment: formatTimestamp(new Date(socket.since)) }),
                t('ui.sessions.subscriptions', { count: socket.subscriptions }),
                ...addressOf(socket.node),
              ]}
            />
          )}
        </Records>
      </div>
    </Section>
  );
}
