import type { ReactNode } from 'react';
import { type Client, Provider as GraphqlProvider } from 'urql';
import { type Connection, ConnectionContext } from './lib/graphql/connection';
import { type Viewer, ViewerContext } from './lib/session/viewer';
import type { Store } from './lib/state/store';

interface ProvidersProps {
  client: Client;
  connection: Store<Connection>;
  /** The viewer; null for visitors. */
  viewer: Store<Viewer> | null;
  children: ReactNode;
}

/** Provides everything that pages get through React's context. */
export function Providers({ client, connection, viewer, children }: ProvidersProps) {
  return (
    <GraphqlProvider value={client}>
      <ConnectionContext value={connection}>
        <ViewerContext value={viewer}>{children}</ViewerContext>
      </ConnectionContext>
    </GraphqlProvider>
  );
}
