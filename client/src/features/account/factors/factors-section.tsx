import './factors.css';
import { useState } from 'react';
import { useQuery } from 'urql';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { useViewer } from '../../../lib/session/viewer';
import { paths } from '../../../paths';
import { SettingsSection } from '../settings-section';
import { FactorsQuery, type TotpSetup } from './factors.operations';
import { RecoveryCodes } from './recovery-codes';
import { TotpSetupForm } from './totp-setup';
import { TotpState } from './totp-state';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.factors,ui.lists', import: 'default' }),
);

/** Second factor of the account: an authenticator app, and recovery codes. */
export default function FactorsSection() {
  const [viewer] = useViewer();
  const [{ data, error }, ask] = useQuery({ query: FactorsQuery, requestPolicy: 'cache-and-network' });
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const showCodes = (made: readonly string[]) => {
    setSetup(null);
    setCodes(made);
    refresh();
  };
  const onKept = () => {
    // Users who had to set one up first can now use everything else.
    if (viewer.lacksSecondFactor) location.assign(paths.home);
    else setCodes(null);
  };
  return (
    <SettingsSection id="factors" title={t('ui.factors.title')} about={t('ui.factors.about')}>
      {error && !data && <Failure text={describeFailure(error).text} onRetry={refresh} />}
      {!error && !data && <Loading />}
      {codes && <RecoveryCodes codes={codes} onKept={onKept} />}
      {!codes && setup && <TotpSetupForm setup={setup} onDone={showCodes} onCancel={() => setSetup(null)} />}
      {!codes && !setup && data && (
        <TotpState
          key={String(data.secondFactors.totp)}
          factors={data.secondFactors}
          onBegun={setSetup}
          onCodes={showCodes}
          onRemoved={refresh}
        />
      )}
    </SettingsSection>
  );
}
