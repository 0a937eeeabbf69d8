import { Choice } from '../../components/choice';
import { Notice } from '../../components/notice';
import { overallFailure, useAction } from '../../lib/graphql/use-action';
import { pageLocale } from '../../lib/i18n/language';
import { say } from '../../lib/i18n/say';
import { accountMessages } from './account.messages';
import { ChangePreferences, type Preferences } from './account.operations';
import { SettingsSection } from './settings-section';

type Theme = Preferences['theme'];
type Language = NonNullable<Preferences['language']>;

/** Theme and language; either takes effect at once. */
export function AppearanceSection({ preferences }: { preferences: Preferences }) {
  const { progress, run } = useAction(ChangePreferences);
  const failure = overallFailure(progress);

  const chooseTheme = async (theme: Theme) => {
    const answer = await run({ theme });
    if (answer) showTheme(answer.changePreferences.theme);
  };
  const chooseLanguage = async (language: Language) => {
    // The server writes pages in their language: this one is asked for again.
    if (await run({ language })) location.reload();
  };
  return (
    <SettingsSection id="look" title={say(accountMessages.look)} about={say(accountMessages.lookAbout)}>
      <div className="form">
        <Choice<Theme>
          legend={say(accountMessages.theme)}
          value={preferences.theme}
          onChoose={chooseTheme}
          options={[
            { value: 'AUTO', icon: 'auto', label: say(accountMessages.themeAuto) },
            { value: 'LIGHT', icon: 'light', label: say(accountMessages.themeLight) },
            { value: 'DARK', icon: 'dark', label: say(accountMessages.themeDark) },
          ]}
        />
        <Choice<Language>
          legend={say(accountMessages.language)}
          value={pageLocale() === 'en' ? 'EN' : 'PT'}
          onChoose={chooseLanguage}
          options={[
            { value: 'PT', lang: 'pt-BR', label: say(accountMessages.portuguese) },
            { value: 'EN', lang: 'en', label: say(accountMessages.english) },
          ]}
        />
        {failure && <Notice tone="bad">{failure}</Notice>}
      </div>
    </SettingsSection>
  );
}

/** The style sheets follow the attribute, as if the server had written it. */
function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme.toLowerCase();
}
