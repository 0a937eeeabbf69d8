import { useRef } from 'react';
import { useQuery } from 'urql';
import { Icon } from '../../components/icon';
import { Notice } from '../../components/status/notice';
import { Failure, Loading } from '../../components/status/states';
import { describeFailure } from '../../lib/graphql/describe-failure';
import { overallFailure, useAction } from '../../lib/graphql/use-action';
import { formatTimestamp } from '../../lib/i18n/format';
import { t } from '../../lib/i18n/t';
import { keepFocus } from '../../lib/page/remember-focus';
import { ABOUT_SESSIONS, EndOtherSessions, EndSession, type OpenSession, SessionsQuery } from './account.operations';
import { SettingsSection } from './settings-section';

/** Lists the account's sessions, with buttons to end one of them or all others. */
export function SessionsSection() {
  const [{ data, error }, ask] = useQuery({
    query: SessionsQuery,
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_SESSIONS).current,
  });
  return (
    <SettingsSection id="sessions" title={t('ui.account.sessions')} about={t('ui.account.sessionsAbout')}>
      {error && !data && (
        <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {!error && !data && <Loading />}
      {data && <SessionList sessions={data.sessions} />}
    </SettingsSection>
  );
}

function SessionList({ sessions }: { sessions: readonly OpenSession[] }) {
  const one = useAction(EndSession, ABOUT_SESSIONS);
  const others = useAction(EndOtherSessions, ABOUT_SESSIONS);
  const failure = overallFailure(one.progress) ?? overallFailure(others.progress);

  const endOne = async (id: string) => {
    keepFocus();
    others.rest();
    await one.run({ id });
  };
  const endOthers = async () => {
    keepFocus();
    one.rest();
    await others.run({});
  };
  return (
    <div className="form">
      <ul className="sessions" tabIndex={-1} aria-label={t('ui.account.sessionList')}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => endOne(session.id)} />
        ))}
      </ul>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {one.progress.state === 'done' && <Notice tone="good">{t('ui.account.sessionEnded')}</Notice>}
      {others.progress.state === 'done' && <Notice tone="good">{t('ui.account.othersEnded')}</Notice>}
      {sessions.length > 1 ? (
        <div className="actions">
          <button className="button" type="button" onClick={endOthers}>
            {t('ui.account.endOthers')}
          </button>
        </div>
      ) : (
        <p className="hint">{t('ui.account.onlyThisSession')}</p>
      )}
    </div>
  );
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd(): void }) {
  const openedAt = formatTimestamp(new Date(session.createdAt));
  const browser = session.browser || t('ui.account.unknownBrowser');
  return (
    <li className="session">
      <Icon name="browser" />
      <div>
        <p className="session-browser">{browser}</p>
        <p className="hint">{t('ui.account.sessionSince', { moment: openedAt, address: session.address })}</p>
      </div>
      {session.isCurrent ? (
        <p className="session-current">{t('ui.account.currentSession')}</p>
      ) : (
        <button
          className="button button-small"
          type="button"
          aria-label={t('ui.account.endThisSession', { browser, moment: openedAt })}
          onClick={onEnd}
        >
          {t('ui.account.endSession')}
        </button>
      )}
    </li>
  );
}
