import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { t } from '../../lib/i18n/t';
import { ReauthenticationQuery } from './reauthentication.operations';

/** Interval for asking whether the other tab has proved it. */
const ASKING_MS = 2000;

/** Address that makes the provider ask for credentials, and returns to this session's proof. */
const PROOF_PATH = '/accounts/oidc/login/?confirmar=1';

interface UseProviderProps {
  name: string;
  /** Whether it is the only way, so that its button is the main one. */
  isOnly: boolean;
  onProved(): void;
}

/** Offers the sign-in provider in place of a password. It opens in a tab of its own, so that nothing here is lost. */
export function UseProvider({ name, isOnly, onProved }: UseProviderProps) {
  const client = useClient();
  const [isOpened, setOpened] = useState(false);
  useEffect(() => {
    if (!isOpened) return;
    const timer = setInterval(async () => {
      const { data } = await client.query(ReauthenticationQuery, {}, { requestPolicy: 'network-only' });
      if (data?.reauthentication) onProved();
    }, ASKING_MS);
    return () => clearInterval(timer);
  }, [isOpened, client, onProved]);
  return (
    <div className="actions">
      <a
        className={isOnly ? 'button button-primary' : 'button'}
        href={PROOF_PATH}
        target="_blank"
        rel="noreferrer"
        onClick={() => setOpened(true)}
      >
        {t('ui.reauthentication.useProvider', { provider: name })}
      </a>
      <div role="status">{isOpened && <p>{t('ui.reauthentication.providerOpened', { provider: name })}</p>}</div>
    </div>
  );
}
