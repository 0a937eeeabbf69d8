import './account.css';
import { lazy, Suspense } from 'react';
import { useQuery } from 'urql';
import { Page } from '../../components/page';
import { Failure, Loading } from '../../components/states';
import { failureOf } from '../../lib/graphql/failure-of';
import { t } from '../../lib/i18n/t';
import { AccountQuery } from './account.operations';
import { AppearanceSection } from './appearance-section';
import { PasswordSection } from './password-section';
import { ProfileSection } from './profile-section';

/** Last on the page, loaded and queried on its own, so that the forms do not wait for it. */
const SessionsSection = lazy(async () => ({ default: (await import('./sessions-section')).SessionsSection }));

/** What it needs to know of this browser is asked only when it is shown. */
const NotificationsSection = lazy(async () => ({
  default: (await import('./notifications/notifications-section')).NotificationsSection,
}));

/** The own account (contract 2): profile, appearance, password, notifications and sessions. */
export function AccountPage() {
  const [{ data, error }, ask] = useQuery({ query: AccountQuery });
  return (
    <Page title={t('ui.account.title')}>
      {error && <Failure text={failureOf(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />}
      {!error && !data && <Loading lines={6} />}
      {data?.me && (
        <div className="settings">
          <ProfileSection profile={data.me} />
          <AppearanceSection preferences={data.preferences} />
          <PasswordSection profile={data.me} />
          <Suspense fallback={<Loading />}>
            <NotificationsSection />
            <SessionsSection />
          </Suspense>
        </div>
      )}
    </Page>
  );
}
