import { createRoot } from 'react-dom/client';
import { type Client, Provider as GraphqlProvider, type OperationResult } from 'urql';
import { loadMessages } from '../../lib/i18n/load-messages';
import { ReauthenticationDialog } from './reauthentication-dialog';

const reauthenticationMessages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', {
    query: '?keys=ui.reauthentication,ui.lists',
    import: 'default',
  }),
);

/** Shared by concurrent operations, so that the user is asked only once. */
let open: Promise<boolean> | undefined;

/**
 * Asks the user to reauthenticate in a dialog over the current page, then repeats the refused operation.
 *
 * @returns its result, or the refusal if the user declines.
 */
export async function repeatReauthenticated(client: Client, refused: OperationResult): Promise<OperationResult> {
  open ??= ask(client).finally(() => {
    open = undefined;
  });
  if (!(await open)) return refused;
  const { operation } = refused;
  const { additionalTypenames } = operation.context;
  return { ...(await client.mutation(operation.query, operation.variables, { additionalTypenames })), operation };
}

async function ask(client: Client): Promise<boolean> {
  await reauthenticationMessages;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const proved = await new Promise<boolean>((resolve) => {
    root.render(
      <GraphqlProvider value={client}>
        <ReauthenticationDialog onDone={() => resolve(true)} onClose={() => resolve(false)} />
      </GraphqlProvider>,
    );
  });
  root.unmount();
  place.remove();
  return proved;
}
