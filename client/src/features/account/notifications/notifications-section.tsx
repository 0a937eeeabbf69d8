import { Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { Notice } from '../../../components/status/notice';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { lazyPart } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';
import { isInstalled, phoneKind } from '../../../lib/page/installation';
import { SettingsSection } from '../settings-section';
import { BrowserList } from './browser-list';
import {
  browserName,
  canBeNotified,
  isForbidden,
  ownEndpoint,
  subscribeBrowser,
  unsubscribeBrowser,
} from './browser-push';
import { ABOUT_NOTIFICATIONS, NotificationsQuery, Subscribe, Unsubscribe } from './notifications.operations';

/** Few browsers show them. */
const fetchInstallSteps = () => import('../../../components/install-steps');
const InstallSteps = lazyPart(fetchInstallSteps);

/** Shows whether this browser receives alerts, and which others of the account do. */
export function NotificationsSection() {
  const [{ data, error }, ask] = useQuery({
    query: NotificationsQuery,
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_NOTIFICATIONS).current,
  });
  return (
    <SettingsSection
      id="notifications"
      title={t('ui.account.notifications')}
      about={t('ui.account.notificationsAbout')}
    >
      {error && !data && (
        <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {!error && !data && <Loading />}
      {data && <Notifications serverKey={data.webPushKey} browsers={data.pushSubscriptions} />}
    </SettingsSection>
  );
}

interface NotificationsProps {
  /** Key to subscribe with; null while no channel sends to browsers. */
  serverKey: string | null;
  browsers: Parameters<typeof BrowserList>[0]['browsers'];
}

function Notifications({ serverKey, browsers }: NotificationsProps) {
  const [own, setOwn] = useOwnEndpoint();
  const [problem, setProblem] = useState<'forbidden' | 'unreachable'>();
  const subscribe = useAction(Subscribe, ABOUT_NOTIFICATIONS);
  const unsubscribe = useAction(Unsubscribe, ABOUT_NOTIFICATIONS);
  const isOn = browsers.some(({ endpoint }) => endpoint === own);
  const failure = overallFailure(subscribe.progress) ?? overallFailure(unsubscribe.progress);

  const turnOn = async (key: string) => {
    setProblem(undefined);
    unsubscribe.rest();
    try {
      const subscription = await subscribeBrowser(key);
      if (!subscription) return setProblem('forbidden');
      if (await subscribe.run({ input: { ...subscription, browser: browserName() } })) setOwn(subscription.endpoint);
    } catch {
      setProblem('unreachable');
    }
  };
  const remove = async (endpoint: string) => {
    setProblem(undefined);
    subscribe.rest();
    if (!(await unsubscribe.run({ endpoint })) || endpoint !== own) return;
    setOwn(null);
    await unsubscribeBrowser();
  };
  return (
    <div className="form">
      {browsers.length > 0 && (
        <BrowserList browsers={browsers} own={own} onRemove={(endpoint) => void remove(endpoint)} />
      )}
      {failure && <Notice tone="bad">{failure}</Notice>}
      {problem === 'unreachable' && <Notice tone="bad">{t('ui.account.pushUnreachable')}</Notice>}
      {problem === 'forbidden' && <Notice tone="bad">{t('ui.account.pushForbidden')}</Notice>}
      {subscribe.progress.state === 'done' && <Notice tone="good">{t('ui.account.pushOn')}</Notice>}
      {unsubscribe.progress.state === 'done' && <Notice tone="good">{t('ui.account.pushRemoved')}</Notice>}
      <ThisBrowser isOn={isOn} serverKey={serverKey} onTurnOn={(key) => void turnOn(key)} />
    </div>
  );
}

interface ThisBrowserProps {
  isOn: boolean;
  serverKey: string | null;
  onTurnOn(key: string): void;
}

/** Shows the button that asks for permission, or explains why there is none. */
function ThisBrowser({ isOn, serverKey, onTurnOn }: ThisBrowserProps) {
  if (!canBeNotified()) return <Unsupported />;
  if (serverKey === null) return <p className="hint">{t('ui.account.pushNoChannel')}</p>;
  if (isOn) return <p className="hint">{t('ui.account.pushIsOn')}</p>;
  if (isForbidden()) return <p className="hint">{t('ui.account.pushForbidden')}</p>;
  return (
    <div className="actions">
      <button className="button" type="button" onClick={() => onTurnOn(serverKey)}>
        {t('ui.account.pushTurnOn')}
      </button>
    </div>
  );
}

/** Says why this browser cannot be notified; an iPhone can, once the application is installed. */
function Unsupported() {
  if (!isSecureContext) return <p className="hint">{t('ui.account.pushNeedsHttps')}</p>;
  if (phoneKind() !== 'ios' || isInstalled()) return <p className="hint">{t('ui.account.pushUnsupported')}</p>;
  return (
    <Notice>
      <p>{t('ui.account.pushNeedsInstallation')}</p>
      <Suspense>
        <InstallSteps phone="ios" />
      </Suspense>
    </Notice>
  );
}

/** Returns this browser's endpoint at its push service; null if unknown or not subscribed. */
function useOwnEndpoint() {
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    if (canBeNotified()) ownEndpoint().then(setOwn, () => {});
  }, []);
  return [own, setOwn] as const;
}
