import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shell } from './features/shell/shell';
import { goToLogin } from './lib/go-to-login';
import { createGraphqlClient } from './lib/graphql-client';
import { createLiveSocket } from './lib/live-socket';
import { paths } from './paths';
import { Providers } from './providers';
import { Routes } from './routes';

const liveSocket = createLiveSocket(paths.graphql, goToLogin);
const client = createGraphqlClient(liveSocket, goToLogin);

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <Providers client={client} connection={liveSocket.connection}>
      <Shell>
        <Routes />
      </Shell>
    </Providers>
  </StrictMode>,
);
