import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { Page } from '../../components/layout/page';
import { PageBoundary } from '../../components/layout/page-boundary';
import { SectionNav } from '../../components/layout/section-nav';
import { Loading } from '../../components/status/states';
import { t } from '../../lib/i18n/t';
import { useViewer } from '../../lib/session/viewer';
import { type AlertsSection, type AlertsSections, addressOf, sectionAt } from './alerts-section';

interface AlertsPageProps {
  sections: AlertsSections;
  /** Shown above the section, e.g. how to be told of alerts on this phone. */
  hint?: ReactNode;
}

/**
 * `/sistema/alertas/` (contract 12): one section at a time, each with its own URL. All but the first need a role.
 */
export function AlertsPage({ sections, hint }: AlertsPageProps) {
  const [path] = useLocation();
  const [{ isStaff, mayOperate }] = useViewer();
  const { section, id } = sectionAt(sections, path);
  const may = { OPERATOR: mayOperate, STAFF: isStaff };
  const links = sections.filter(({ needs }) => !needs || may[needs]).map(buildLink);
  const title = t('ui.alerts.title');
  return (
    <Page title={section === sections[0] ? title : `${t(section.name)} · ${title}`} heading={title}>
      {links.length > 1 && <SectionNav label={t('ui.alerts.sections')} links={links} shown={buildLink(section)} />}
      {hint && <Suspense>{hint}</Suspense>}
      <PageBoundary key={section.word}>
        <Suspense fallback={<Loading lines={6} />}>
          <section.Content key={id} id={id} />
        </Suspense>
      </PageBoundary>
    </Page>
  );
}

function buildLink(section: AlertsSection) {
  return { href: addressOf(section), text: t(section.name) };
}
