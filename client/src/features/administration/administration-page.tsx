import { Suspense } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Page } from '../../components/layout/page';
import { SectionNav } from '../../components/layout/section-nav';
import { Loading } from '../../components/status/states';
import { t } from '../../lib/i18n/t';
import { paths } from '../../paths';
import { type Address, AddressContext } from './parts/address';
import { type AdministrationSection, findSection, sections } from './sections';

const buildLink = ({ word, name }: AdministrationSection) => ({
  href: word === sections[0].word ? paths.administration : `${paths.administration}?parte=${word}`,
  text: t(name),
});

/** `/admin/` (contract 2): one section at a time, each with its own URL. */
export function AdministrationPage() {
  const address = useRouterAddress();
  const shown = findSection(address.words.get('parte'));
  const name = t(shown.name);
  return (
    <Page
      title={shown === sections[0] ? t('ui.administration.title') : `${name} · ${t('ui.administration.title')}`}
      heading={t('ui.administration.title')}
    >
      <SectionNav label={t('ui.administration.sections')} links={sections.map(buildLink)} shown={buildLink(shown)} />
      <Suspense key={shown.word} fallback={<Loading lines={6} />}>
        <AddressContext value={address}>
          <shown.Content />
        </AddressContext>
      </Suspense>
    </Page>
  );
}

function useRouterAddress(): Address {
  const words = new URLSearchParams(useSearch());
  const [path, go] = useLocation();
  return { words, Link, go: (next) => go(`${path}?${new URLSearchParams(next.map((pair) => [...pair]))}`) };
}
