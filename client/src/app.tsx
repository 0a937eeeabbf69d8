import './styles/app.css';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Shell } from './features/shell/shell';
import { createGraphqlClient } from './lib/graphql/graphql-client';
import { createLiveSocket } from './lib/graphql/live-socket';
import { coreMessages } from './lib/i18n/core-messages';
import { goToLogin } from './lib/session/go-to-login';
import { createViewerStore } from './lib/session/viewer';
import { paths } from './paths';
import { Providers } from './providers';
import { fetchAllPages, Routes } from './routes';

const mount = document.getElementById('app') as HTMLElement;
const liveSocket = createLiveSocket(paths.graphql, goToLogin);
const client = createGraphqlClient(liveSocket, goToLogin);

const loaded = new Promise((resolve) => addEventListener('load', resolve));

/** Loaded after what the page itself needs; a failure breaks no page. */
const TermsNotice = lazy(async () => {
  await loaded;
  try {
    const { TermsNotice, messages } = await import('./pages/terms');
    await messages;
    return { default: TermsNotice };
  } catch {
    return { default: () => null };
  }
});

void coreMessages.then(() => {
  createRoot(mount).render(
    <StrictMode>
      <Providers client={client} connection={liveSocket.connection} viewer={createViewerStore(mount)}>
        <Shell>
          <Routes />
        </Shell>
        <Suspense>
          <TermsNotice />
        </Suspense>
      </Providers>
    </StrictMode>,
  );
});

/** After what the page itself needs. */
const OTHER_PAGES_AFTER_MS = 3_000;
loaded.then(() => setTimeout(fetchAllPages, OTHER_PAGES_AFTER_MS));
