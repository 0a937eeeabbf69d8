import { useState } from 'react';
import { useQuery } from 'urql';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Section } from '../../../components/layout/section';
import type { Columns } from '../../../components/lists/columns';
import { RecordTable } from '../../../components/lists/record-table';
import { Mark, Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { useStableRows } from '../../../components/lists/use-stable-rows';
import { Notice } from '../../../components/status/notice';
import { useAction } from '../../../lib/graphql/use-action';
import { formatTimestamp } from '../../../lib/i18n/format';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { shortTimestamp } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import { useSecurityEvents } from '../parts/use-security-events';
import { OpenSockets } from './open-sockets';
import { EndUserSession, type LiveSession, LiveSessionsQuery } from './sessions.operations';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.sessions', import: 'default' }),
);

/** Signed-in users and open connections. */
export default function LiveSessionsSection() {
  const { subject: pending, ...dialog } = useDialog<LiveSession>();
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
    dialog.close();
    refresh();
  };
  const columns = sessionColumns({
    isGone,
    onEnd(session) {
      setDone('');
      dialog.open(session);
    },
  });
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
            {(sessions, focusTarget) => (
              <RecordTable
                label={t('ui.sessions.sessions')}
                items={sessions}
                columns={columns}
                focusTarget={focusTarget}
              />
            )}
          </Records>
        </div>
      </Section>
      {/* Placed after the list above, which would otherwise push it down. */}
      {(page || error) && <OpenSockets />}
      {pending && <EndSessionDialog session={pending} onDone={onDone} onClose={dialog.close} />}
    </>
  );
}

interface SessionListProps {
  isGone(session: LiveSession): boolean;
  onEnd(session: LiveSession): void;
}

function sessionColumns({ isGone, onEnd }: SessionListProps): Columns<LiveSession> {
  return {
    keyOf: ({ id }) => id,
    title: {
      name: t('ui.sessions.username'),
      cell: (session) => (
        <>
          {session.username} {session.isCurrent && <Mark>{t('ui.sessions.own')}</Mark>}
          {!isGone(session) && session.sockets > 0 && (
            <Mark tone="good">{t('ui.sessions.connected', { count: session.sockets })}</Mark>
          )}
          {isGone(session) && <Mark tone="bad">{t('ui.sessions.ended')}</Mark>}
        </>
      ),
    },
    after: [
      {
        name: t('ui.sessions.browser'),
        inList: 'alone',
        cell: ({ browser }) => browser || t('ui.sessions.unknownBrowser'),
      },
      { name: t('ui.sessions.address'), inList: 'alone', cell: ({ address }) => address },
      { name: t('ui.sessions.since'), width: '9.5rem', cell: ({ createdAt }) => shortTimestamp(createdAt) },
      { name: t('ui.sessions.until'), width: '9.5rem', cell: ({ expiresAt }) => shortTimestamp(expiresAt) },
    ],
    actions: {
      width: '7rem',
      of: (session) => (
        <button
          className="button button-small"
          type="button"
          aria-disabled={isGone(session) || undefined}
          aria-label={t('ui.sessions.endNamed', {
            username: session.username,
            moment: formatTimestamp(new Date(session.createdAt)),
          })}
          onClick={() => isGone(session) || onEnd(session)}
        >
          {t('ui.sessions.end')}
        </button>
      ),
    },
  };
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
