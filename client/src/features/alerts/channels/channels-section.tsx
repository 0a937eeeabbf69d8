import './channels.css';
import { useQuery } from 'urql';
import { Empty, Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import type { AlertsSectionProps } from '../alerts-section';
import { ChannelEditor } from './channel-editor';
import { ChannelList } from './channel-list';
import { ChannelQuery } from './channels.operations';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.channels', import: 'default' }),
);

/** Takes the place of the id in a new channel's URL. */
export const NEW_CHANNEL = 'novo';

/** Alert channels: the list, or the form for one channel. */
export default function ChannelsSection({ id }: AlertsSectionProps) {
  if (id === undefined) return <ChannelList />;
  return id === NEW_CHANNEL ? <ChannelEditor channel={undefined} /> : <KnownChannel id={id} />;
}

function KnownChannel({ id }: { id: string }) {
  const [{ data, error }, ask] = useQuery({ query: ChannelQuery, variables: { id }, requestPolicy: 'network-only' });
  if (error && !data)
    return <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  if (!data) return <Loading lines={6} />;
  return data.channel ? <ChannelEditor channel={data.channel} /> : <Empty title={t('ui.channels.unknown')} />;
}
