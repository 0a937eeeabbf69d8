import './visitor-shell.css';
import { type ReactNode, Suspense } from 'react';
import { Icon } from '../../components/icon';
import { WordMark } from '../../components/word-mark';
import { lazyAfterLoad } from '../../lib/i18n/lazy-after-load';
import { t } from '../../lib/i18n/t';
import { useMedia } from '../../lib/page/use-media';
import { loginAddress } from '../../lib/session/go-to-login';
import { LinkFromHere } from './link-from-here';
import { Menu } from './menu';
import { visitorMessages } from './visitor-messages';

/** Fetched before it is needed, since the server cannot be reached then. */
const ConnectionNotice = lazyAfterLoad(async () => {
  const { ConnectionNotice } = await import('../../components/status/connection-notice');
  return { default: ConnectionNotice, messages: visitorMessages };
});

/** An alternative language for the page, as named by the server. */
export interface LanguageOption {
  readonly language: string;
  readonly name: string;
  readonly lang: string;
}

interface VisitorShellProps {
  languages: readonly LanguageOption[];
  children: ReactNode;
}

/** The layout of pages open to visitors: language, theme and login link, without anything that requires an account. */
export function VisitorShell({ languages, children }: VisitorShellProps) {
  return (
    <>
      <a className="skip-link" href="#main">
        {t('ui.core.shell.skip')}
      </a>
      <header className="site-header">
        <div className="site-header-row visitor-header">
          <span className="site-brand">
            <WordMark />
          </span>
          <Menu label={t('ui.visitor.appearance')}>
            <ul>
              {languages.map(({ language, name, lang }) => (
                <li key={language}>
                  <LinkFromHere addressOf={() => hereWith('language', language)} lang={lang}>
                    {name}
                  </LinkFromHere>
                </li>
              ))}
              <li>
                <ThemeLink />
              </li>
            </ul>
          </Menu>
          <LinkFromHere addressOf={loginAddress} className="button button-small">
            {t('ui.visitor.logIn')}
          </LinkFromHere>
        </div>
      </header>
      <main id="main" className="content" tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        <ConnectionNotice />
      </Suspense>
    </>
  );
}

/** Switches to the opposite theme, or back to the device's own if that is the same. */
function ThemeLink() {
  const deviceIsDark = useMedia('(prefers-color-scheme: dark)');
  const { theme = 'auto' } = document.documentElement.dataset;
  const isDark = theme === 'auto' ? deviceIsDark : theme === 'dark';
  const other = isDark ? 'light' : 'dark';
  return (
    <LinkFromHere addressOf={() => hereWith('theme', deviceIsDark === isDark ? other : 'auto')}>
      <Icon name={other} />
      {isDark ? t('ui.visitor.lightTheme') : t('ui.visitor.darkTheme')}
    </LinkFromHere>
  );
}

/** Returns the current URL with a parameter that the server reads and then removes. */
function hereWith(name: 'language' | 'theme', value: string): string {
  const query = new URLSearchParams(location.search);
  query.set(name, value);
  return `${location.pathname}?${query}`;
}
