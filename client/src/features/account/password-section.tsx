import { useId, useState } from 'react';
import { ActionForm } from '../../components/action-form';
import { Field } from '../../components/field';
import { PasswordChecks } from '../../components/password-checks';
import { faultsOf, useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { ABOUT_SESSIONS, ChangePassword, type Profile } from './account.operations';
import { SettingsSection } from './settings-section';

const EMPTY = { oldPassword: '', newPassword1: '', newPassword2: '' };

/** The change of the own password, with what the new one still lacks. */
export function PasswordSection({ profile }: { profile: Profile }) {
  const [values, setValues] = useState(EMPTY);
  const { progress, run, rest } = useAction(ChangePassword, ABOUT_SESSIONS);
  const checksId = useId();

  const change = async () => {
    if (await run({ input: values })) setValues(EMPTY);
  };
  const type = (changes: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...changes });
    if (progress.state === 'done') rest();
  };
  return (
    <SettingsSection id="password" title={t('ui.account.password')} about={t('ui.account.passwordAbout')}>
      <ActionForm
        progress={progress}
        ready={Object.values(values).every((typed) => typed !== '')}
        action={t('ui.account.changePassword')}
        done={t('ui.account.passwordChanged')}
        onSend={change}
      >
        {/* A password manager looks for the name that the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={profile.username} readOnly hidden />
        <Field
          label={t('ui.account.oldPassword')}
          name="oldPassword"
          type="password"
          autoComplete="current-password"
          required
          value={values.oldPassword}
          faults={faultsOf(progress, 'oldPassword')}
          onChange={({ target }) => type({ oldPassword: target.value })}
        />
        <Field
          label={t('ui.account.newPassword')}
          name="newPassword1"
          type="password"
          autoComplete="new-password"
          required
          aria-describedby={checksId}
          value={values.newPassword1}
          faults={faultsOf(progress, 'newPassword1')}
          onChange={({ target }) => type({ newPassword1: target.value })}
        />
        <Field
          label={t('ui.account.newPasswordAgain')}
          name="newPassword2"
          type="password"
          autoComplete="new-password"
          required
          value={values.newPassword2}
          faults={faultsOf(progress, 'newPassword2')}
          onChange={({ target }) => type({ newPassword2: target.value })}
        />
        <PasswordChecks
          id={checksId}
          password={values.newPassword1}
          repeated={values.newPassword2}
          about={[profile.firstName, profile.username, profile.email]}
        />
      </ActionForm>
    </SettingsSection>
  );
}
