import './shell.css';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { WordMark } from '../../components/word-mark';
import { t } from '../../lib/i18n/t';
import { paths } from '../../paths';
import { Menu } from './menu';
import { Navigation } from './navigation';
import { SignedInUser } from './signed-in-user';

/** The layout of every signed-in page: skip link, header with navigation and the alert bell, and the page itself. */
export function Shell({ bell, children }: { bell: ReactNode; children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#main">
        {t('ui.core.shell.skip')}
      </a>
      <header className="site-header">
        <div className="site-header-row">
          <Link className="site-brand" href={paths.home} aria-label={t('ui.core.shell.brand')}>
            <WordMark />
          </Link>
          <Menu label={t('ui.core.shell.navigation')}>
            <Navigation />
          </Menu>
          <div className="bell">
            <Suspense>{bell}</Suspense>
          </div>
          <SignedInUser />
        </div>
      </header>
      <main id="main" className="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
