import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Section } from '../../../components/layout/section';
import { RecordTable } from '../../../components/lists/record-table';
import { Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { Notice } from '../../../components/status/notice';
import { Empty } from '../../../components/status/states';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { addressOf } from '../alerts-section';
import { UnheardNotice } from '../parts/unheard-notice';
import { channelColumns } from './channel-columns';
import { ABOUT_CHANNELS, type Channel, ChannelsQuery, type ChannelTest, TestChannel } from './channels.operations';
import { DeleteDialog } from './delete-dialog';

/** Polling interval while messages are waiting to be sent. */
const REFRESH_MS = 5_000;

/** Lists the channels with the state of their messages, and buttons to test or delete each. */
export function ChannelList() {
  const pages = usePages();
  const [{ data, error }, ask] = useQuery({
    query: ChannelsQuery,
    variables: { after: pages.after },
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_CHANNELS).current,
  });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const isMoving = data?.channels.nodes.some(({ waiting }) => waiting > 0);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.hidden || ask({ requestPolicy: 'network-only' }), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isMoving, ask]);
  const { subject: deleting, ...dialog } = useDialog<Channel>();
  const [deleted, setDeleted] = useState('');
  const test = useTest();
  const failure = overallFailure(test.progress);
  return (
    <Section
      title={t('ui.channels.title')}
      about={t('ui.channels.about')}
      actions={
        <Link className="button" href={addressOf({ word: 'canais' }, 'novo')}>
          {t('ui.channels.create')}
        </Link>
      }
    >
      <UnheardNotice />
      {failure && <Notice tone="bad">{failure}</Notice>}
      {test.progress.state === 'busy' && <Notice>{t('ui.channels.testing', { name: test.name })}</Notice>}
      {test.result && <TestResult name={test.name} {...test.result} />}
      {deleted && <Notice tone="good">{t('ui.channels.deleted', { name: deleted })}</Notice>}
      <Records
        label={t('ui.channels.title')}
        page={data?.channels}
        error={error}
        onRetry={refresh}
        pages={pages}
        empty={
          <Empty title={t('ui.channels.none')}>
            <p>{t('ui.channels.noneAbout')}</p>
          </Empty>
        }
      >
        {(channels, focusTarget) => (
          <RecordTable
            label={t('ui.channels.title')}
            items={channels}
            columns={channelColumns({
              onTest: (channel) => {
                setDeleted('');
                void test.run(channel);
              },
              onDelete: (channel) => {
                setDeleted('');
                dialog.open(channel);
              },
            })}
            focusTarget={focusTarget}
          />
        )}
      </Records>
      {deleting && (
        <DeleteDialog
          channel={deleting}
          onDone={() => {
            setDeleted(deleting.name);
            dialog.close();
            refresh();
          }}
          onClose={dialog.close}
        />
      )}
    </Section>
  );
}

/** Tests one channel at a time. */
function useTest() {
  const { progress, run } = useAction(TestChannel, ABOUT_CHANNELS);
  const [name, setName] = useState('');
  const [result, setResult] = useState<ChannelTest>();
  return {
    progress,
    name,
    result: progress.state === 'done' ? result : undefined,
    async run(channel: Channel) {
      if (progress.state === 'busy') return;
      setName(channel.name);
      setResult((await run({ id: channel.id }))?.testChannel);
    },
  };
}

/** Shows the provider's answer unchanged. */
function TestResult({ name, isDelivered, answer, durationMs }: ChannelTest & { name: string }) {
  return (
    <Notice tone={isDelivered ? 'good' : 'bad'}>
      {t(isDelivered ? 'ui.channels.testDelivered' : 'ui.channels.testFailed', { name, milliseconds: durationMs })}
      {answer && <code className="channel-answer">{answer}</code>}
    </Notice>
  );
}
