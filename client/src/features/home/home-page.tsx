import './home.css';
import type { ReactNode } from 'react';
import { Page } from '../../components/layout/page';
import { t } from '../../lib/i18n/t';
import { useViewer } from '../../lib/session/viewer';
import { greeting } from './greeting';
import { HomeLinks } from './home-links';

/** The first page after login: a greeting, the host's live metrics (`now`), and links to the other pages. */
export function HomePage({ now }: { now: ReactNode }) {
  const [viewer] = useViewer();
  return (
    <>
      <section className="home-now dusk">
        <Page title={t('ui.home.title')} heading={greeting(new Date(), viewer.firstName)} lead={t('ui.home.now')} />
        {now}
      </section>
      <section className="section" aria-labelledby="ways">
        <h2 id="ways">{t('ui.home.ways')}</h2>
        <HomeLinks />
      </section>
    </>
  );
}
