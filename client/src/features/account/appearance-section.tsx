import { Choice } from '../../components/forms/choice';
import { Notice } from '../../components/status/notice';
import { overallFailure, useAction } from '../../lib/graphql/use-action';
import { pageLocale } from '../../lib/i18n/language';
import { type Language, languageOptions } from '../../lib/i18n/language-options';
import { t } from '../../lib/i18n/t';
import { ChangePreferences, type Preferences } from './account.operations';
import { SettingsSection } from './settings-section';

type Theme = Preferences['theme'];

/** Theme and language; either takes effect immediately. */
export function AppearanceSection({ preferences }: { preferences: Preferences }) {
  const { progress, run } = useAction(ChangePreferences);
  const failure = overallFailure(progress);

  const chooseTheme = async (theme: Theme) => {
    const answer = await run({ theme });
    if (answer) showTheme(answer.changePreferences.theme);
  };
  const chooseLanguage = async (language: Language) => {
    // The server renders pages in the account's language, so this one must be reloaded.
    if (await run({ language })) location.reload();
  };
  return (
    <SettingsSection id="look" title={t('ui.account.look')} about={t('ui.account.lookAbout')}>
      <div className="form">
        <Choice<Theme>
          legend={t('ui.account.theme')}
          value={preferences.theme}
          onChoose={chooseTheme}
          options={[
            { value: 'AUTO', icon: 'auto', label: t('ui.account.themeAuto') },
            { value: 'LIGHT', icon: 'light', label: t('ui.account.themeLight') },
            { value: 'DARK', icon: 'dark', label: t('ui.account.themeDark') },
          ]}
        />
        <Choice<Language>
          legend={t('ui.account.language')}
          value={languageOptions.find(({ lang }) => lang === pageLocale())?.value}
          onChoose={chooseLanguage}
          options={languageOptions}
        />
        {failure && <Notice tone="bad">{failure}</Notice>}
      </div>
    </SettingsSection>
  );
}

/** Sets the attribute that the style sheets depend on, just as the server would have written it. */
function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme.toLowerCase();
}
