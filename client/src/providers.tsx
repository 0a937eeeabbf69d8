import type { ReactNode } from 'react';
import { type Client, Provider as GraphqlProvider } from 'urql';
import { type Connection, ConnectionContext } from './lib/connection';
import type { Store } from './lib/store';
import { type Viewer, ViewerContext } from './lib/viewer';

interface ProvidersProps {
  client: Client;
  connection: Store<Connection>;
  viewer: Store<Viewer>;
  children: ReactNode;
}

/** Everything that the pages reach through React's context. */
export function Providers({ client, connection, viewer, children }: ProvidersProps) {
  return (
    <GraphqlProvider value={client}>
      <ConnectionContext value={connection}>
        <ViewerContext value={viewer}>{children}</ViewerContext>
      </ConnectionContext>
    </GraphqlProvider>
  );
}
