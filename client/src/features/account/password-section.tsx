import { useId, useState } from 'react';
import { ActionForm } from '../../components/forms/action-form';
import { Field } from '../../components/forms/field';
import { PasswordChecks } from '../../components/forms/password-checks';
import { bindFields } from '../../lib/forms/bind-fields';
import { useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { ABOUT_SESSIONS, ChangePassword, type Profile } from './account.operations';
import { SettingsSection } from './settings-section';

const EMPTY = { oldPassword: '', newPassword1: '', newPassword2: '' };

/** Changes the user's own password and shows which requirements the new one doesn't meet yet. */
export function PasswordSection({ profile }: { profile: Profile }) {
  const [values, setValues] = useState(EMPTY);
  const { progress, run, rest } = useAction(ChangePassword, ABOUT_SESSIONS);
  const checksId = useId();

  const change = async () => {
    if (await run({ input: values })) setValues(EMPTY);
  };
  const set = (changes: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...changes });
    if (progress.state === 'done') rest();
  };
  const field = bindFields({ values, set, progress });
  return (
    <SettingsSection id="password" title={t('ui.account.password')} about={t('ui.account.passwordAbout')}>
      <ActionForm
        progress={progress}
        ready={Object.values(values).every((typed) => typed !== '')}
        action={t('ui.account.changePassword')}
        done={t('ui.account.passwordChanged')}
        onSend={change}
      >
        {/* A password manager needs the username that goes with the password. */}
        <input type="text" name="username" autoComplete="username" value={profile.username} readOnly hidden />
        <Field
          label={t('ui.account.oldPassword')}
          {...field('oldPassword')}
          type="password"
          autoComplete="current-password"
        />
        <Field
          label={t('ui.account.newPassword')}
          {...field('newPassword1')}
          type="password"
          autoComplete="new-password"
          aria-describedby={checksId}
        />
        <Field
          label={t('ui.account.newPasswordAgain')}
          {...field('newPassword2')}
          type="password"
          autoComplete="new-password"
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
