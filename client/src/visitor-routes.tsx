import { Suspense, useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { PageBoundary } from './components/layout/page-boundary';
import { Loading } from './components/status/states';
import { UnknownPage } from './features/unknown/unknown-page';
import { lazyPart } from './lib/i18n/lazy-part';
import { pageOf, paths } from './paths';

const RoomPage = lazyPart(() => import('./pages/room'));
const ConverterPage = lazyPart(() => import('./pages/converter'));

/** The page that the server rendered for this visitor; for any other page, the server decides whether it is open. */
const served = pageOf(location.pathname);

/** The routes of the pages open to visitors (`isOpenToVisitors` in `src/app/client-pages.ts`). */
export function VisitorRoutes() {
  const [location] = useLocation();
  if (pageOf(location) !== served) return <OtherPage key={location} />;
  return (
    <PageBoundary>
      <Suspense fallback={<Loading lines={6} />}>
        <Switch>
          <Route path={`${paths.converter}:tab?`} component={ConverterPage} />
          <Route path={`${paths.room}:code?`} component={RoomPage} />
          <Route component={UnknownPage} />
        </Switch>
      </Suspense>
    </PageBoundary>
  );
}

function OtherPage() {
  useEffect(() => location.reload(), []);
  return null;
}
