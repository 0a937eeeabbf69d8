import './styles/visitor-app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { visitorMessages } from './features/shell/visitor-messages';
import { VisitorShell } from './features/shell/visitor-shell';
import { CONNECTING } from './lib/graphql/connection';
import { createGraphqlClient } from './lib/graphql/graphql-client';
import { subscribeOnceLoaded } from './lib/graphql/subscribe-once-loaded';
import { coreMessages } from './lib/i18n/core-messages';
import { createStore } from './lib/state/store';
import { paths } from './paths';
import { Providers } from './providers';
import { VisitorRoutes } from './visitor-routes';

/**
 * The application for visitors, on the few pages open to them. Nothing redirects to the login automatically: a refused
 * request is reported where it was made.
 */
const mount = document.getElementById('app') as HTMLElement;
const stay = () => {};
const connection = createStore(CONNECTING);
const subscribe = subscribeOnceLoaded(async () => {
  const { createLiveSocket } = await import('./lib/graphql/live-socket');
  return createLiveSocket(paths.graphql, connection, stay);
});
const client = createGraphqlClient(subscribe, connection, stay, async (_client, refused) => refused);

void Promise.all([coreMessages, visitorMessages]).then(() => {
  createRoot(mount).render(
    <StrictMode>
      <Providers client={client} connection={connection} viewer={null}>
        <VisitorShell languages={JSON.parse(mount.dataset.languages ?? '[]')}>
          <VisitorRoutes />
        </VisitorShell>
      </Providers>
    </StrictMode>,
  );
});
