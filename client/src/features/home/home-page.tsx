import './home.css';
import type { ReactNode } from 'react';
import { Page } from '../../components/layout/page';
import { Lookout } from '../../components/lookout';
import { t } from '../../lib/i18n/t';
import { useViewer } from '../../lib/session/viewer';
import { greeting } from './greeting';

interface HomePageProps {
  /** Whether what the page shows is live. */
  lit: boolean;
  /** The live mark. */
  status: ReactNode;
  children: ReactNode;
}

/** The first page after login: a short greeting, then the machines. */
export function HomePage({ lit, status, children }: HomePageProps) {
  const [viewer] = useViewer();
  return (
    <div className="home">
      <div className="home-greeting dusk">
        <Lookout lit={lit} />
        <Page title={t('ui.home.title')} heading={greeting(new Date(), viewer.firstName)} actions={status} />
      </div>
      {children}
    </div>
  );
}
