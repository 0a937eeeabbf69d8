import type { ReactNode } from 'react';
import { type Client, Provider as GraphqlProvider } from 'urql';
import { ConnectionContext, type ConnectionStore } from './lib/connection';

interface ProvidersProps {
  client: Client;
  connection: ConnectionStore;
  children: ReactNode;
}

/** Everything that the pages reach through React's context. */
export function Providers({ client, connection, children }: ProvidersProps) {
  return (
    <GraphqlProvider value={client}>
      <ConnectionContext value={connection}>{children}</ConnectionContext>
    </GraphqlProvider>
  );
}
