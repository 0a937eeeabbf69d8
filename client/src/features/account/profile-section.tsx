import { ActionForm } from '../../components/forms/action-form';
import { Field } from '../../components/forms/field';
import { Notice } from '../../components/status/notice';
import { bindFields } from '../../lib/forms/bind-fields';
import { useDraft } from '../../lib/forms/use-draft';
import { useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { useViewer } from '../../lib/session/viewer';
import { ChangeProfile, type Profile } from './account.operations';
import { SettingsSection } from './settings-section';

/** Form for the user's name and e-mail address. */
export function ProfileSection({ profile }: { profile: Profile }) {
  const { values, set, restored } = useDraft('profile', { firstName: profile.firstName, email: profile.email });
  const [viewer, setViewer] = useViewer();
  const { progress, run } = useAction(ChangeProfile);
  const field = bindFields({ values, set, progress });

  const save = async () => {
    const answer = await run({ input: values });
    if (!answer) return;
    const { firstName, email } = answer.changeProfile;
    set({ firstName, email });
    setViewer({ ...viewer, firstName });
  };
  return (
    <SettingsSection id="profile" title={t('ui.account.profile')} about={t('ui.account.profileAbout')}>
      <ActionForm
        progress={progress}
        ready={values.firstName !== profile.firstName || values.email !== profile.email}
        action={t('ui.account.save')}
        done={t('ui.account.profileSaved')}
        onSend={save}
      >
        {restored && progress.state === 'resting' && <Notice>{t('ui.account.restored')}</Notice>}
        <div className="settings-fact">
          <p className="settings-fact-name">{t('ui.account.username')}</p>
          <p>{profile.username}</p>
          <p className="hint">{t('ui.account.usernameHint')}</p>
        </div>
        <Field label={t('ui.account.firstName')} {...field('firstName')} autoComplete="given-name" />
        <Field label={t('ui.account.email')} {...field('email')} type="email" autoComplete="email" />
      </ActionForm>
    </SettingsSection>
  );
}
