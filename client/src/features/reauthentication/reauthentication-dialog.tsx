import { useState } from 'react';
import { useQuery } from 'urql';
import { ConfirmationDialog } from '../../components/dialogs/confirmation-dialog';
import { Field } from '../../components/forms/field';
import { findFaults, useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { OwnWaysInQuery, Reauthenticate } from './reauthentication.operations';
import { UsePasskey } from './use-passkey';
import { UseProvider } from './use-provider';

interface ReauthenticationDialogProps {
  onDone(): void;
  onClose(): void;
}

/** Asks for the user's password before a dangerous operation, and for a code if the account has a second factor. */
export function ReauthenticationDialog({ onDone, onClose }: ReauthenticationDialogProps) {
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [isOtpAsked, setOtpAsked] = useState(false);
  const [isOtpSent, setOtpSent] = useState(false);
  const { progress, run } = useAction(Reauthenticate);
  const [{ data }] = useQuery({ query: OwnWaysInQuery, requestPolicy: 'network-only' });
  const otpFaults = findFaults(progress, 'otp');
  // The second factor is only known once the password is correct; the request for a code is not an error.
  if (otpFaults.length > 0 && !isOtpAsked) setOtpAsked(true);
  const { hasPassword = true, providerName = null, identities = [] } = data?.waysIn ?? {};
  const provider = identities.length > 0 ? providerName : null;
  return (
    <ConfirmationDialog
      title={t('ui.reauthentication.title')}
      text={t('ui.reauthentication.text')}
      action={hasPassword ? t('ui.reauthentication.confirm') : undefined}
      ready={hasPassword}
      progress={progress}
      onDo={async () => {
        setOtpSent(isOtpAsked);
        if (await run({ password, otp: otp || null })) onDone();
      }}
      onClose={onClose}
    >
      {hasPassword && (
        <Field
          label={t('ui.reauthentication.password')}
          name="own-password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          faults={findFaults(progress, 'password')}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {isOtpAsked && (
        <Field
          label={t('ui.reauthentication.code')}
          hint={t(isOtpSent ? 'ui.reauthentication.codeHint' : 'ui.reauthentication.codeNext')}
          ref={focusOn}
          name="own-code"
          autoComplete="one-time-code"
          maxLength={40}
          required
          value={otp}
          faults={isOtpSent ? otpFaults : []}
          onChange={({ target }) => setOtp(target.value)}
        />
      )}
      {provider !== null && <UseProvider name={provider} isOnly={!hasPassword} onProved={onDone} />}
      <UsePasskey
        progress={progress}
        onAnswer={async (passkey) => {
          if (await run({ passkey })) onDone();
        }}
      />
    </ConfirmationDialog>
  );
}

/** Focuses the next field as soon as it appears. */
function focusOn(input: HTMLInputElement | null): void {
  input?.focus();
}
