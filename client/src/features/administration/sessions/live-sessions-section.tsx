import { useState } from 'react';
import { useQuery } from 'urql';
import { Notice } from '../../../components/notice';
import { useAction } from '../../../lib/graphql/use-action';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { ConfirmationDialog } from '../parts/confirmation-dialog';
import { Mark, Record, Records } from '../parts/records';
import { Section } from '../parts/section';
import { usePages } from '../parts/use-pages';
import { useSecurityEvents } from '../parts/use-security-events';
import { useStableRows } from '../parts/use-stable-rows';
import { OpenSockets } from './open-sockets';
import { EndUserSession, type LiveSession, LiveSessionsQuery } from './sessions.operations';

export { sessionsMessages as messages } from './messages';

/** Who is signed in and who is connected. */
export default function LiveSessionsSection() {
  const [pending, setPending] = useState<LiveSession | null>(null);
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
    setDone(t('ui.sessions.done', { username }));
    setPending(null);
    refresh();
  };
  return (
    <>
      <Section title={t('ui.sessions.sessions')} about={t('ui.sessions.sessionsAbout')}>
        {done && <Notice tone="good">{done}</Notice>}
        <div ref={area}>
          <Records
            label={t('ui.sessions.sessions')}
            page={page}
            error={error}
            onRetry={refresh}
            pages={pages}
            empty={t('ui.sessions.noSessions')}
          >
            {(session) => (
              <SessionRow
                key={session.id}
                session={session}
                isGone={isGone(session)}
                onEnd={() => {
                  setDone('');
                  setPending(session);
                }}
              />
            )}
          </Records>
        </div>
      </Section>
      <OpenSockets />
      {pending && <EndSessionDialog session={pending} onDone={onDone} onClose={() => setPending(null)} />}
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
  const openedAt = formatTimestamp(new Date(createdAt));
  return (
    <Record
      title={username}
      marks={
        <>
          {isCurrent && <Mark>{t('ui.sessions.own')}</Mark>}
          {!isGone && sockets > 0 && <Mark tone="good">{t('ui.sessions.connected', { count: sockets })}</Mark>}
          {isGone && <Mark tone="bad">{t('ui.sessions.ended')}</Mark>}
        </>
      }
      facts={[
        browser || t('ui.sessions.unknownBrowser'),
        address,
        t('ui.sessions.since', { moment: openedAt }),
        t('ui.sessions.until', { moment: formatTimestamp(new Date(expiresAt)) }),
      ]}
      actions={
        <button
          className="button button-small"
          type="button"
          aria-disabled={isGone || undefined}
          aria-label={t('ui.sessions.endNamed', { username, moment: openedAt })}
          onClick={() => isGone || onEnd()}
        >
          {t('ui.sessions.end')}
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
  const text = t('ui.sessions.askText', { username });
  return (
    <ConfirmationDialog
      title={t('ui.sessions.ask', { username })}
      text={isCurrent ? `${text} ${t('ui.sessions.askOwn')}` : text}
      action={t('ui.sessions.end')}
      progress={progress}
      onDo={async () => {
        if (await run({ username, id })) onDone(username);
      }}
      onClose={onClose}
    />
  );
}
