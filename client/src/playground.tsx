import 'graphiql/style.css';
import './styles/playground.css';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import type { ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { WordMark } from './components/word-mark';
import { CONNECTING } from './lib/graphql/connection';
import { createLiveSocket } from './lib/graphql/live-socket';
import { loadMessages } from './lib/i18n/load-messages';
import { t } from './lib/i18n/t';
import { csrfToken } from './lib/session/csrf-token';
import { goToLogin } from './lib/session/go-to-login';
import { createStore } from './lib/state/store';
import { paths } from './paths';

const playgroundMessages = loadMessages(
  import.meta.glob('../../src/locales/*.json', { query: '?keys=ui.playground', import: 'default' }),
);

const fetcher = createGraphiQLFetcher({
  url: paths.graphql,
  fetch: fetchWithSession,
  wsClient: createLiveSocket(paths.graphql, createStore(CONNECTING), goToLogin).client,
});

void playgroundMessages.then(() => {
  createRoot(document.getElementById('playground') as HTMLElement).render(
    <GraphiQL fetcher={fetcher} defaultQuery={t('ui.playground.firstQuery')} {...chosenTheme()}>
      <GraphiQL.Logo>
        <a className="playground-brand" href={paths.home}>
          <WordMark />
        </a>
      </GraphiQL.Logo>
    </GraphiQL>,
  );
});

/** Returns the account's theme, if it has one; otherwise GraphiQL offers its own choice. */
function chosenTheme(): Pick<ComponentProps<typeof GraphiQL>, 'forcedTheme'> {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? { forcedTheme: theme } : {};
}

/**
 * Adds the headers that a mutation with a session cookie needs. A 401 may come from the operation being tried, e.g.
 * because of a wrong password or token; the page leaves for the login only if the session itself has ended.
 */
async function fetchWithSession(input: RequestInfo | URL, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  headers.set('X-CSRFToken', csrfToken());
  const response = await fetch(input, { ...init, headers });
  if (response.status === 401 && !(await isSignedIn())) goToLogin();
  return response;
}

async function isSignedIn(): Promise<boolean> {
  const response = await fetch(paths.graphql, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ me { username } }' }),
  });
  const { data } = await response.json();
  return data?.me !== null;
}
