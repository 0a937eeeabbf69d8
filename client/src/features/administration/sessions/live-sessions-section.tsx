import { useState } from 'react';
import { useQuery } from 'urql';
import { Notice } from '../../../components/notice';
import { useAction } from '../../../lib/graphql/use-action';
import { formatTimestamp } from '../../../lib/i18n/format';
import { say } from '../../../lib/i18n/say';
import { AskFirst } from '../parts/ask-first';
import { Mark, Record, Records } from '../parts/records';
import { Section } from '../parts/section';
import { usePages } from '../parts/use-pages';
import { useSecurityEvents } from '../parts/use-security-events';
import { useStableRows } from '../parts/use-stable-rows';
import { liveSessionsMessages as messages } from './live-sessions.messages';
import { OpenSockets } from './open-sockets';
import { EndUserSession, type LiveSession, LiveSessionsQuery } from './sessions.operations';

/** Who is signed in and who is connected. */
export default function LiveSessionsSection() {
  const [asked, setAsked] = useState<LiveSession | null>(null);
  const [done, setDone] = useState('');
  const pages = usePages();
  const [{ data, error, operation }, ask] = useQuery({
    query: LiveSessionsQuery,
    variables: { after: pages.after },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const { area, page, isGone } = useStableRows(data?.liveSessions, operation?.key, ({ id }) => id);
  useSecurityEvents(({ result }) => result === 'SUCCESS', refresh);
  const onDone = (username: string) => {
    setDone(say(messages.done, { username }));
    setAsked(null);
    refresh();
  };
  return (
    <>
      <Section title={say(messages.sessions)} about={say(messages.sessionsAbout)}>
        {done && <Notice tone="good">{done}</Notice>}
        <div ref={area}>
          <Records
            label={say(messages.sessions)}
            page={page}
            error={error}
            onRetry={refresh}
            pages={pages}
            empty={say(messages.noSessions)}
          >
            {(session) => (
              <SessionRow
                key={session.id}
                session={session}
                isGone={isGone(session)}
                onEnd={() => {
                  setDone('');
                  setAsked(session);
                }}
              />
            )}
          </Records>
        </div>
      </Section>
      <OpenSockets />
      {asked && <EndSessionDialog session={asked} onDone={onDone} onClose={() => setAsked(null)} />}
    </>
  );
}

interface SessionRowProps {
  session: LiveSession;
  isGone: boolean;
  onEnd(): void;
}

function SessionRow({ session, isGone, onEnd }: SessionRowProps) {
  const { username, address, browser, createdAt, expiresAt, isCurrent, sockets } = session;
  const moment = formatTimestamp(new Date(createdAt));
  return (
    <Record
      title={username}
      marks={
        <>
          {isCurrent && <Mark>{say(messages.own)}</Mark>}
          {!isGone && sockets > 0 && <Mark tone="good">{say(messages.connected, { count: sockets })}</Mark>}
          {isGone && <Mark tone="bad">{say(messages.ended)}</Mark>}
        </>
      }
      facts={[
        browser || say(messages.unknownBrowser),
        address,
        say(messages.since, { moment }),
        say(messages.until, { moment: formatTimestamp(new Date(expiresAt)) }),
      ]}
      actions={
        <button
          className="button button-small"
          type="button"
          aria-disabled={isGone || undefined}
          aria-label={say(messages.endNamed, { username, moment })}
          onClick={() => isGone || onEnd()}
        >
          {say(messages.end)}
        </button>
      }
    />
  );
}

interface EndSessionDialogProps {
  session: LiveSession;
  onDone(username: string): void;
  onClose(): void;
}

function EndSessionDialog({ session: { id, username, isCurrent }, onDone, onClose }: EndSessionDialogProps) {
  const { progress, run } = useAction(EndUserSession);
  const text = say(messages.askText, { username });
  return (
    <AskFirst
      title={say(messages.ask, { username })}
      text={isCurrent ? `${text} ${say(messages.askOwn)}` : text}
      action={say(messages.end)}
      progress={progress}
      onDo={async () => {
        if (await run({ username, id })) onDone(username);
      }}
      onClose={onClose}
    />
  );
}
