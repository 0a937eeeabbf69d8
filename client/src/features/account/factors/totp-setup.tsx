import { useState } from 'react';
import { CopyButton } from '../../../components/copy-button';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { QrCode } from '../../../components/qr-code';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { keepFocus } from '../../../lib/page/remember-focus';
import { ConfirmTotp, type TotpSetup } from './factors.operations';

interface TotpSetupFormProps {
  setup: TotpSetup;
  onDone(codes: readonly string[]): void;
  onCancel(): void;
}

/** Guides the user through three steps: getting an app, scanning the QR code, and entering the app's first code. */
export function TotpSetupForm({ setup: { secret, uri }, onDone, onCancel }: TotpSetupFormProps) {
  const [code, setCode] = useState('');
  const { progress, run } = useAction(ConfirmTotp);
  const grouped = secret.replace(/.{4}(?=.)/g, '$& ');
  return (
    <ActionForm
      progress={progress}
      ready={code.trim() !== ''}
      action={t('ui.factors.confirm')}
      done=""
      beside={
        <button
          className="button"
          type="button"
          onClick={() => {
            keepFocus();
            onCancel();
          }}
        >
          {t('ui.lists.cancel')}
        </button>
      }
      onSend={async () => {
        const answer = await run({ code });
        if (answer) onDone(answer.confirmTotp);
      }}
    >
      <ol className="factor-steps">
        <li>{t('ui.factors.stepApp')}</li>
        <li>
          {t('ui.factors.stepScan')}
          <QrCode text={uri} label={t('ui.factors.qrCode')} />
          <span className="hint">{t('ui.factors.orType')}</span>
          <span className="factor-secret">
            <code>{grouped}</code> <CopyButton label={t('ui.factors.key')} text={secret} />
          </span>
        </li>
        <li>{t('ui.factors.stepCode')}</li>
      </ol>
      <Field
        label={t('ui.factors.code')}
        name="totp-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={11}
        required
        value={code}
        faults={findFaults(progress, 'code')}
        onChange={({ target }) => setCode(target.value)}
      />
    </ActionForm>
  );
}
