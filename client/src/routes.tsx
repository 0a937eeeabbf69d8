import { Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { PageBoundary } from './components/layout/page-boundary';
import { Loading } from './components/status/states';
import { UnknownPage } from './features/unknown/unknown-page';
import { fetchWhole, lazyPart, type Part } from './lib/i18n/lazy-part';
import { useViewer } from './lib/session/viewer';
import { pageOf, paths } from './paths';

/**
 * Pages are fetched when shown; the server's HTML for a path announces its own page (`part` in
 * `src/app/client-pages.ts`).
 */
const parts = {
  home: () => import('./pages/home'),
  monitoring: () => import('./pages/monitoring'),
  converter: () => import('./pages/converter'),
  alerts: () => import('./pages/alerts'),
  classroom: () => import('./pages/classroom'),
  room: () => import('./pages/room'),
  terms: () => import('./pages/terms'),
  account: () => import('./pages/account'),
  administration: () => import('./pages/administration'),
} satisfies Record<string, () => Promise<Part<object>>>;

const HomePage = lazyPart(parts.home);
const MonitoringPage = lazyPart(parts.monitoring);
const ConverterPage = lazyPart(parts.converter);
const AlertsPage = lazyPart(parts.alerts);
const ClassroomPage = lazyPart(parts.classroom);
const RoomPage = lazyPart(parts.room);
const TermsPage = lazyPart(parts.terms);
const AccountPage = lazyPart(parts.account);
const AdministrationPage = lazyPart(parts.administration);

/** Prefetches the other pages so that navigating to them works without a round trip. */
export function fetchAllPages(): void {
  const dashboard = () => import('./features/monitoring/dashboard');
  const charts = () => import('./features/monitoring/charts/drawn-charts');
  // The pages that people go back and forth between; the others are rarely opened, or by few.
  const { home, monitoring, converter, alerts } = parts;
  const fetches: readonly (() => Promise<Pick<Part<never>, 'messages'>>)[] = [
    home,
    monitoring,
    converter,
    alerts,
    dashboard,
    charts,
  ];
  for (const fetchPart of fetches) void fetchWhole(fetchPart).catch(() => {});
}

/** Defines the routes of the pages; features are combined below `pages/`. */
export function Routes() {
  const [location] = useLocation();
  const [{ seesNoMachines }] = useViewer();
  return (
    // A broken page must not break the next one.
    <PageBoundary key={pageOf(location)}>
      <Suspense fallback={<Loading lines={6} />}>
        <Switch>
          <Route path={paths.home} component={seesNoMachines ? ConverterPage : HomePage} />
          <Route path={`${paths.monitoring}:host?`} component={MonitoringPage} />
          <Route path={`${paths.converter}:tab?`} component={ConverterPage} />
          <Route path={`${paths.alerts}*?`} component={AlertsPage} />
          <Route path={`${paths.classroom}:code?`} component={ClassroomPage} />
          <Route path={`${paths.schoolClasses}:schoolClass`} component={ClassroomPage} />
          <Route path={`${paths.room}:code?`} component={RoomPage} />
          <Route path={paths.terms} component={TermsPage} />
          <Route path={paths.account} component={AccountPage} />
          <Route path={paths.administration} component={AdministrationPage} />
          <Route component={UnknownPage} />
        </Switch>
      </Suspense>
    </PageBoundary>
  );
}
