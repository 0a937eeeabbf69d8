import './access-tokens.css';
import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { t } from '../../../lib/i18n/t';
import { SettingsSection } from '../settings-section';
import { AccessTokenForm } from './access-token-form';
import { AccessTokenList } from './access-token-list';
import { ABOUT_ACCESS_TOKENS, AccessTokensQuery, type NewAccessToken } from './access-tokens.operations';
import { NewToken } from './new-token';

/** Personal access tokens: the list, and a form for creating one. */
export function AccessTokensSection() {
  const [{ data, error }, ask] = useQuery({
    query: AccessTokensQuery,
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_ACCESS_TOKENS).current,
  });
  const [made, setMade] = useState<NewAccessToken>();
  const [isOpen, setOpen] = useState(false);
  const [revoked, setRevoked] = useState('');
  const start = useRef<HTMLButtonElement>(null);
  const open = () => {
    setRevoked('');
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setMade(undefined);
    // The button is back only after this render.
    requestAnimationFrame(() => start.current?.focus());
  };
  return (
    <SettingsSection id="tokens" title={t('ui.account.tokens')} about={t('ui.account.tokensAbout')}>
      {error && !data && (
        <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {!error && !data && <Loading />}
      {data && (
        <div className="form">
          {made && <NewToken made={made} onClose={close} />}
          {!made && isOpen && <AccessTokenForm onMade={setMade} onClose={close} />}
          <AccessTokenList
            tokens={data.personalAccessTokens}
            isOneBeingMade={isOpen}
            revoked={revoked}
            onRevoked={setRevoked}
          />
          {!isOpen && (
            <div className="actions">
              <button className="button" type="button" ref={start} onClick={open}>
                {t('ui.account.newToken')}
              </button>
            </div>
          )}
        </div>
      )}
    </SettingsSection>
  );
}
