import './administration.css';
import { Suspense, useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Page } from '../../components/page';
import { Loading } from '../../components/states';
import { say } from '../../lib/i18n/say';
import { paths } from '../../paths';
import { administrationMessages as messages } from './administration.messages';
import { type Address, AddressContext } from './parts/address';
import { type AdministrationSection, sectionOf, sections } from './sections';

/** `/admin/` (contract 2): one section at a time, each with its own address. */
export function AdministrationPage() {
  const address = useRouterAddress();
  const shown = sectionOf(address.words.get('parte'));
  const name = say(shown.name);
  return (
    <Page
      title={shown === sections[0] ? say(messages.title) : `${name} · ${say(messages.title)}`}
      heading={say(messages.title)}
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
    <nav className="admin-nav" ref={nav} aria-label={say(messages.sections)}>
      <ul>
        {sections.map((section) => (
          <li key={section.word}>
            <Link
              href={section === sections[0] ? paths.administration : `${paths.administration}?parte=${section.word}`}
              aria-current={section === shown ? 'page' : undefined}
            >
              {say(section.name)}
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
