import { useEffect, useRef } from 'react';
import { CopyButton } from '../../../components/copy-button';
import { Notice } from '../../../components/status/notice';
import { t } from '../../../lib/i18n/t';
import { keepFocus } from '../../../lib/page/remember-focus';

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept(): void;
}

/** Recovery codes, shown only once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  return (
    <div className="form">
      <Notice tone="good">{t('ui.factors.codesTitle')}</Notice>
      <p>{t('ui.factors.codesAbout')}</p>
      <ul className="recovery-codes" ref={list} tabIndex={-1} aria-label={t('ui.factors.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="actions">
        <button
          className="button button-primary"
          type="button"
          onClick={() => {
            keepFocus();
            onKept();
          }}
        >
          {t('ui.factors.codesKept')}
        </button>
        <CopyButton label={t('ui.factors.codes')} text={codes.join('\n')}>
          {t('ui.factors.copyCodes')}
        </CopyButton>
      </div>
    </div>
  );
}
