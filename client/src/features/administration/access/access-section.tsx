import './access.css';
import { useQuery } from 'urql';
import { Section } from '../../../components/layout/section';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { RegistrationPart } from '../invitations/registration-part';
import { AccessPolicyQuery } from './access.operations';
import { NewAccountsForm } from './new-accounts';
import { SecondFactorPolicyForm } from './second-factor-policy';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.access,ui.invitations,ui.rights',
    import: 'default',
  }),
);

/** Access policy: who gets in. */
export default function AccessSection() {
  const [{ data, error }, ask] = useQuery({ query: AccessPolicyQuery, requestPolicy: 'cache-and-network' });
  return (
    <div className="access-parts">
      <Section title={t('ui.access.title')} about={t('ui.access.about')}>
        {error && !data && (
          <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
        )}
        {!error && !data && <Loading />}
        {data && <SecondFactorPolicyForm policy={data.accessPolicy.secondFactor} />}
        {data && <NewAccountsForm policy={data.accessPolicy.newAccounts} />}
      </Section>
      {data && <RegistrationPart mode={data.accessPolicy.registration} />}
    </div>
  );
}
