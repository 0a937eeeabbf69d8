import './account.css';
import { lazy, Suspense } from 'react';
import { useQuery } from 'urql';
import { Page } from '../../components/layout/page';
import { Failure, Loading } from '../../components/status/states';
import { describeFailure } from '../../lib/graphql/describe-failure';
import { lazyPart } from '../../lib/i18n/lazy-part';
import { t } from '../../lib/i18n/t';
import { useViewer } from '../../lib/session/viewer';
import { AccountQuery } from './account.operations';
import { AppearanceSection } from './appearance-section';
import { PasswordSection } from './password-section';
import { ProfileSection } from './profile-section';

/** Requested at once, so that it is there when the page's data arrive; it shares formats with the monitoring page. */
const unitsSection = import('./units/units-section');
const UnitsSection = lazy(async () => ({ default: (await unitsSection).UnitsSection }));

/** Far down the page, so it is loaded and queried separately and the forms don't wait for it. */
const SessionsSection = lazy(async () => ({ default: (await import('./sessions-section')).SessionsSection }));

/** Lazy because few users open the page for their tokens. */
const AccessTokensSection = lazy(async () => ({
  default: (await import('./access-tokens/access-tokens-section')).AccessTokensSection,
}));

/** Lazy because it loads the passkey library. */
const PasskeysSection = lazyPart(async () => {
  const [{ PasskeysSection: Section }, { passkeysMessages: messages }] = await Promise.all([
    import('./passkeys/passkeys-section'),
    import('./passkeys/messages'),
  ]);
  return { default: Section, messages };
});

/** Lazy so that this browser's state is queried only when the section is shown. */
const NotificationsSection = lazy(async () => ({
  default: (await import('./notifications/notifications-section')).NotificationsSection,
}));

/** Parts that load their own messages. */
const parts = {
  identities: () => import('./identities/identities-section'),
  factors: () => import('./factors/factors-section'),
  ownData: () => import('./own-data/own-data-section'),
};

const FactorsSection = lazyPart(parts.factors);

const IdentitiesSection = lazyPart(parts.identities);

const OwnDataSection = lazyPart(parts.ownData);

/**
 * The user's own account (contract 2): profile, appearance, units, password, second factors, notifications, sessions, access
 * tokens and personal data. Users who must set up a second factor first see nothing else.
 */
export function AccountPage() {
  const [{ lacksSecondFactor, seesNoMachines }] = useViewer();
  const [{ data, error }, ask] = useQuery({ query: AccountQuery });
  return (
    <Page title={t('ui.account.title')}>
      {error && !data && (
        <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {!error && !data && <Loading lines={6} />}
      {data?.me && lacksSecondFactor && (
        <Suspense fallback={<Loading />}>
          <FactorsSection />
          <PasskeysSection />
        </Suspense>
      )}
      {data?.me && !lacksSecondFactor && (
        <div className="settings">
          <ProfileSection profile={data.me} />
          <AppearanceSection preferences={data.preferences} />
          <Suspense fallback={<Loading lines={6} />}>
            <UnitsSection preferences={data.preferences} />
          </Suspense>
          {data.waysIn.hasPassword && <PasswordSection profile={data.me} />}
          <Suspense fallback={<Loading />}>
            <IdentitiesSection />
            <FactorsSection />
            <PasskeysSection />
            {!seesNoMachines && <NotificationsSection />}
            <SessionsSection />
            <AccessTokensSection />
            <OwnDataSection />
          </Suspense>
        </div>
      )}
    </Page>
  );
}
