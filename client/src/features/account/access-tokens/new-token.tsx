import { useEffect, useRef } from 'react';
import { CopyButton } from '../../../components/copy-button';
import { t } from '../../../lib/i18n/t';
import type { NewAccessToken } from './access-tokens.operations';

/** A new token, shown only once. */
export function NewToken({ made, onClose }: { made: NewAccessToken; onClose(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="new-token">
      <h3 ref={heading} tabIndex={-1}>
        {t('ui.account.tokenMade', { name: made.personalAccessToken.name })}
      </h3>
      <p>{t('ui.account.tokenOnce')}</p>
      <div className="new-token-text">
        <code>{made.token}</code>
        <CopyButton label={t('ui.account.theToken')} text={made.token}>
          {t('ui.account.copyToken')}
        </CopyButton>
      </div>
      <div className="actions">
        <button className="button" type="button" onClick={onClose}>
          {t('ui.account.tokenKept')}
        </button>
      </div>
    </section>
  );
}
