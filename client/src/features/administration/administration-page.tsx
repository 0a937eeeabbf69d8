import { Suspense } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Page } from '../../components/layout/page';
import { SectionNav } from '../../components/layout/section-nav';
import { Loading } from '../../components/status/states';
import { t } from '../../lib/i18n/t';
import { useViewer } from '../../lib/session/viewer';
import { paths } from '../../paths';
import { type Address, AddressContext } from './parts/address';
import { type AdministrationSection, findSection, sections, sectionsFor } from './sections';

const buildLink = ({ word, name }: AdministrationSection) => ({
  href: word === sections[0].word ? paths.administration : `${paths.administration}?parte=${word}`,
  text: t(name),
});

/** `/admin/` (contract 2, decision 109): one section at a time, each with its own URL. Operators have the machines alone. */
export function AdministrationPage() {
  const address = useRouterAddress();
  const [viewer] = useViewer();
  const offered = sectionsFor(viewer);
  const shown = findSection(address.words.get('parte'), offered);
  const name = t(shown.name);
  return (
    <Page
      title={shown === sections[0] ? t('ui.administration.title') : `${name} · ${t('ui.administration.title')}`}
      heading={t('ui.administration.title')}
    >
      {offered.length > 1 && (
        <SectionNav label={t('ui.administration.sections')} links={offered.map(buildLink)} shown={buildLink(shown)} />
      )}
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
