import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { Lookout } from './components/lookout';
import { Loading } from './components/states';
import { comingMessages } from './features/coming/coming.messages';
import { ComingPage } from './features/coming/coming-page';
import { HomePage } from './features/home/home-page';
import { LiveMeasures } from './features/monitoring/live-measures';
import { MonitoringPage } from './features/monitoring/monitoring-page';
import { paths } from './paths';

/** Fetched when it is shown; the server's page of this address announces it (`part` in `src/pages.ts`). */
const AccountPage = lazy(() => import('./features/account/account-page'));

/** Which page answers which address; the place where features meet. */
export function Routes() {
  return (
    <Suspense fallback={<Loading lines={6} />}>
      <Switch>
        <Route path={paths.home}>
          <HomePage now={<LiveMeasures brief scene={(live) => <Lookout lit={live} />} />} />
        </Route>
        <Route path={paths.monitoring} component={MonitoringPage} />
        <Route path={paths.converter}>
          <ComingPage {...comingMessages.converter} />
        </Route>
        <Route path={paths.terms}>
          <ComingPage {...comingMessages.terms} />
        </Route>
        <Route path={paths.account} component={AccountPage} />
        <Route path={paths.administration}>
          <ComingPage {...comingMessages.administration} />
        </Route>
        <Route>
          <ComingPage {...comingMessages.unknown} />
        </Route>
      </Switch>
    </Suspense>
  );
}
