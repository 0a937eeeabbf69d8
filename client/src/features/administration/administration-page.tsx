import './administration.css';
import { Suspense, useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Page } from '../../components/page';
import { Loading } from '../../components/states';
import { t } from '../../lib/i18n/t';
import { paths } from '../../paths';
import { type Address, AddressContext } from './parts/address';
import { type AdministrationSection, sectionOf, sections } from './sections';

/** `/admin/` (contract 2): one section at a time, each with its own address. */
export function AdministrationPage() {
  const address = useRouterAddress();
  const shown = sectionOf(address.words.get('parte'));
  const name = t(shown.name);
  return (
    <Page
      title={shown === sections[0] ? t('ui.administration.title') : `${name} · ${t('ui.administration.title')}`}
      heading={t('ui.administration.title')}
    >
      <SectionNav shown={shown} />
      <Suspense key={shown.word} fallback={<Loading lines={6} />}>
        <AddressContext value={address}>
          <shown.Content />
        </AddressContext>
      </Suspense>
    </Page>
  );
}

/** The menu of the sections. Where it is wider than the page, the one that is shown is brought into view. */
function SectionNav({ shown }: { shown: AdministrationSection }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = nav;
    const link = current?.querySelector<HTMLElement>(`[href$="${shown.word}"]`);
    if (current) current.scrollLeft = link ? link.offsetLeft - (current.clientWidth - link.offsetWidth) / 2 : 0;
  }, [shown]);
  return (
    <nav className="admin-nav" ref={nav} aria-label={t('ui.administration.sections')}>
      <ul>
        {sections.map((section) => (
          <li key={section.word}>
            <Link
              href={section === sections[0] ? paths.administration : `${paths.administration}?parte=${section.word}`}
              aria-current={section === shown ? 'page' : undefined}
            >
              {t(section.name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useRouterAddress(): Address {
  const words = new URLSearchParams(useSearch());
  const [path, go] = useLocation();
  return { words, Link, go: (next) => go(`${path}?${new URLSearchParams(next.map((pair) => [...pair]))}`) };
}
