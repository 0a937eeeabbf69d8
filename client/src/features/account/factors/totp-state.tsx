import { useState } from 'react';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { Notice } from '../../../components/status/notice';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { keepFocus } from '../../../lib/page/remember-focus';
import { BeginTotp, type Factors, RemoveTotp, RenewRecoveryCodes, type TotpSetup } from './factors.operations';

interface TotpStateProps {
  factors: Factors;
  onBegun(setup: TotpSetup): void;
  onCodes(codes: readonly string[]): void;
  onRemoved(): void;
}

/** A warning is shown when no more than this many recovery codes remain. */
const FEW_CODES = 3;

/** Shows whether an authenticator app is set up, with the possible actions. */
export function TotpState({ factors, onBegun, onCodes, onRemoved }: TotpStateProps) {
  const { totp, recoveryCodesLeft, required } = factors;
  const [isRemoving, setRemoving] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const begin = useAction(BeginTotp);
  const renew = useAction(RenewRecoveryCodes);
  const remove = useAction(RemoveTotp);
  const failure = overallFailure(begin.progress);
  const onBegin = async () => {
    keepFocus();
    const answer = await begin.run({});
    if (answer) onBegun(answer.beginTotp);
  };
  const onRenew = async () => {
    const answer = await renew.run({});
    if (answer) onCodes(answer.renewRecoveryCodes);
  };
  const isUsed = totp || recoveryCodesLeft > 0;
  return (
    <div className="form">
      {required && <Notice>{t('ui.factors.required')}</Notice>}
      <div>
        <p className="settings-fact-name">{t(totp ? 'ui.factors.totpOn' : 'ui.factors.totpOff')}</p>
        <p className="hint">{t('ui.factors.totpAbout')}</p>
      </div>
      {isUsed && (
        <p className={recoveryCodesLeft <= FEW_CODES ? 'error' : 'hint'}>
          {t('ui.factors.codesLeft', { count: recoveryCodesLeft })}
        </p>
      )}
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div className="actions">
        <button className="button" type="button" onClick={onBegin}>
          {t(totp ? 'ui.factors.replace' : 'ui.factors.setUp')}
        </button>
        {isUsed && (
          <button className="button" type="button" onClick={() => setRenewing(true)}>
            {t('ui.factors.renew')}
          </button>
        )}
        {totp && (
          <button className="button" type="button" onClick={() => setRemoving(true)}>
            {t('ui.factors.remove')}
          </button>
        )}
      </div>
      {isRenewing && (
        <ConfirmationDialog
          title={t('ui.factors.renewTitle')}
          text={t('ui.factors.renewText')}
          action={t('ui.factors.renewDo')}
          progress={renew.progress}
          onDo={onRenew}
          onClose={() => setRenewing(false)}
        />
      )}
      {isRemoving && (
        <ConfirmationDialog
          title={t('ui.factors.removeTitle')}
          text={t('ui.factors.removeText')}
          action={t('ui.factors.remove')}
          progress={remove.progress}
          onDo={async () => {
            if (!(await remove.run({}))) return;
            setRemoving(false);
            onRemoved();
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}
