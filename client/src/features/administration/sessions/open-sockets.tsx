import { useQuery } from 'urql';
import { formatTimestamp } from '../../../lib/i18n/format';
import { say } from '../../../lib/i18n/say';
import { Mark, Record, Records } from '../parts/records';
import { Section } from '../parts/section';
import { usePages } from '../parts/use-pages';
import { useSecurityEvents } from '../parts/use-security-events';
import { useStableRows } from '../parts/use-stable-rows';
import { liveSessionsMessages as messages } from './live-sessions.messages';
import { OpenSocketsQuery } from './sessions.operations';

/** Connections open and close without an event. */
const COME_AND_GO_MS = 5_000;

/** What is connected to this process now. */
export function OpenSockets() {
  const pages = usePages();
  const [{ data, error, operation }, ask] = useQuery({
    query: OpenSocketsQuery,
    variables: { after: pages.after },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const { area, page, isGone } = useStableRows(data?.openSockets, operation?.key, ({ id }) => id);
  useSecurityEvents(({ result }) => result === 'SUCCESS', refresh, COME_AND_GO_MS);
  return (
    <Section title={say(messages.sockets)} about={say(messages.socketsAbout)}>
      <div ref={area}>
        <Records
          label={say(messages.sockets)}
          page={page}
          error={error}
          onRetry={refresh}
          pages={pages}
          empty={say(messages.noSockets)}
        >
          {(socket) => (
            <Record
              key={socket.id}
              title={socket.username}
              marks={isGone(socket) && <Mark>{say(messages.closed)}</Mark>}
              facts={[
                socket.address,
                say(socket.by === 'SESSION' ? messages.bySession : messages.byToken),
                say(messages.openSince, { moment: formatTimestamp(new Date(socket.since)) }),
                say(messages.subscriptions, { count: socket.subscriptions }),
              ]}
            />
          )}
        </Records>
      </div>
    </Section>
  );
}
