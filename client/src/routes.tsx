import { Route, Switch } from 'wouter';
import { comingMessages } from './features/coming/coming.messages';
import { ComingPage } from './features/coming/coming-page';
import { HomePage } from './features/home/home-page';
import { LiveMeasures } from './features/monitoring/live-measures';
import { MonitoringPage } from './features/monitoring/monitoring-page';
import { paths } from './paths';

/** Which page answers which address; the place where features meet. */
export function Routes() {
  return (
    <Switch>
      <Route path={paths.home}>
        <HomePage now={<LiveMeasures brief />} />
      </Route>
      <Route path={paths.monitoring} component={MonitoringPage} />
      <Route path={paths.converter}>
        <ComingPage {...comingMessages.converter} />
      </Route>
      <Route path={paths.terms}>
        <ComingPage {...comingMessages.terms} />
      </Route>
      <Route path={paths.account}>
        <ComingPage {...comingMessages.account} />
      </Route>
      <Route path={paths.administration}>
        <ComingPage {...comingMessages.administration} />
      </Route>
      <Route>
        <ComingPage {...comingMessages.unknown} />
      </Route>
    </Switch>
  );
}
