import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useQuery } from 'urql';
import { Notice } from '../../components/status/notice';
import { findFaults, overallFailure, type Progress, useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { BeginPasskeyAssertion, OwnPasskeysQuery } from './reauthentication.operations';

interface UsePasskeyProps {
  /** Progress of submitting the passkey's response. */
  progress: Progress;
  onAnswer(response: string): void;
}

/** Offers a passkey instead of the password if the account has one that works here. */
export function UsePasskey({ progress, onAnswer }: UsePasskeyProps) {
  const [{ data }] = useQuery({ query: OwnPasskeysQuery, requestPolicy: 'network-only' });
  const begin = useAction(BeginPasskeyAssertion);
  const [asking, setAsking] = useState(false);
  const [isUnused, setUnused] = useState(false);
  const worksHere = data?.passkeyOrigin === location.origin && browserSupportsWebAuthn();
  if (!data || !worksHere || data.passkeys.length === 0) return null;

  const ask = async () => {
    if (asking) return;
    setUnused(false);
    const begun = await begin.run({});
    if (!begun) return;
    setAsking(true);
    try {
      const optionsJSON = JSON.parse(begun.beginPasskeyAssertion);
      onAnswer(JSON.stringify(await startAuthentication({ optionsJSON })));
    } catch {
      setUnused(true);
    } finally {
      setAsking(false);
    }
  };
  const failure = overallFailure(begin.progress) ?? findFaults(progress, 'passkey')[0];
  return (
    <div className="actions">
      <button className="button" type="button" aria-disabled={asking} onClick={() => void ask()}>
        {t('ui.reauthentication.usePasskey')}
      </button>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {isUnused && <Notice tone="bad">{t('ui.reauthentication.passkeyUnused')}</Notice>}
    </div>
  );
}
