import './styles/app.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Shell } from './features/shell/shell';
import { CONNECTING } from './lib/graphql/connection';
import { createGraphqlClient } from './lib/graphql/graphql-client';
import { subscribeOnceLoaded } from './lib/graphql/subscribe-once-loaded';
import { coreMessages } from './lib/i18n/core-messages';
import { lazyAfterLoad, pageLoaded } from './lib/i18n/lazy-after-load';
import { goToLogin } from './lib/session/go-to-login';
import { createViewerStore } from './lib/session/viewer';
import { createStore } from './lib/state/store';
import { paths } from './paths';
import { Providers } from './providers';
import { fetchAllPages, Routes } from './routes';

const mount = document.getElementById('app') as HTMLElement;
const connection = createStore(CONNECTING);
const subscribe = subscribeOnceLoaded(async () => {
  const { createLiveSocket } = await import('./lib/graphql/live-socket');
  return createLiveSocket(paths.graphql, connection, goToLogin);
});
const client = createGraphqlClient(subscribe, connection, goToLogin, async (...refused) => {
  const { repeatReauthenticated } = await import('./pages/reauthentication');
  return repeatReauthenticated(...refused);
});

const fetchDeferred = () => import('./pages/deferred');
const Bell = lazyAfterLoad(async () => {
  const { Bell, messages } = await fetchDeferred();
  return { default: Bell, messages };
});
/** Fetched before it is needed, since the server cannot be reached then. */
const ConnectionNotice = lazyAfterLoad(async () => {
  const { ConnectionNotice, messages } = await fetchDeferred();
  return { default: ConnectionNotice, messages };
});
const TermsNotice = lazyAfterLoad(async () => {
  const { TermsNotice, messages } = await fetchDeferred();
  return { default: TermsNotice, messages };
});

void coreMessages.then(() => {
  createRoot(mount).render(
    <StrictMode>
      <Providers client={client} connection={connection} viewer={createViewerStore(mount)}>
        <Shell bell={<Bell />}>
          <Routes />
        </Shell>
        <Suspense>
          <ConnectionNotice />
          <TermsNotice />
        </Suspense>
      </Providers>
    </StrictMode>,
  );
});

/** Delay that leaves time to load everything the page itself needs. */
const OTHER_PAGES_AFTER_MS = 3_000;
pageLoaded.then(() => {
  if (!savesData()) setTimeout(fetchAllPages, OTHER_PAGES_AFTER_MS);
});

/** Whether the user has asked the browser to save data; not every browser reports this. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}
