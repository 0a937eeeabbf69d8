import { graphql } from 'gql.tada';
import { useQuery } from 'urql';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { t } from '../../../lib/i18n/t';
import { useShownHost } from '../shown-host';

const CommandQuery = graphql(`
  query ProcessCommand($id: Int!, $host: ID) {
    processCommand(id: $id, host: $host)
  }
`);

/** Shows a running process's full command with its arguments. */
export function ProcessCommand({ id }: { id: number }) {
  const host = useShownHost();
  const [{ data, error }] = useQuery({
    query: CommandQuery,
    variables: { id, host },
    requestPolicy: 'cache-and-network',
  });
  if (error && !data) return <p role="alert">{describeFailure(error).text}</p>;
  if (!data) return <p role="status">{t('ui.dashboard.fetching')}</p>;
  if (data.processCommand === null) return <p role="status">{t('ui.dashboard.processEnded')}</p>;
  return <code>{data.processCommand}</code>;
}
