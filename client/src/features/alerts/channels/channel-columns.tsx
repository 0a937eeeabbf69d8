import { Link } from 'wouter';
import type { Columns } from '../../../components/lists/columns';
import { Mark } from '../../../components/lists/records';
import { RowMenu } from '../../../components/lists/row-menu';
import { shortTimestamp } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import { addressOf } from '../alerts-section';
import { DeliveryMark } from '../parts/delivery-mark';
import { channelProblems } from '../parts/tells-nobody';
import { channelKinds } from './channel-kinds';
import type { Channel } from './channels.operations';

interface ColumnParts {
  onTest(channel: Channel): void;
  onDelete(channel: Channel): void;
}

/** Columns of the channels, with the state of their messages. */
export function channelColumns({ onTest, onDelete }: ColumnParts): Columns<Channel> {
  return {
    keyOf: ({ id }) => id,
    title: {
      name: t('ui.channels.name'),
      cell: ({ id, name, isActive, problem }) => (
        <>
          <Link href={addressOf({ word: 'canais' }, id)}>{name}</Link>
          {!isActive && (
            <>
              {' '}
              <Mark>{t('ui.channels.off')}</Mark>
            </>
          )}
          {problem && (
            <>
              {' '}
              <Mark tone="bad">{t('ui.channels.cannotSend')}</Mark>{' '}
              <span className="hint">{t(channelProblems[problem])}</span>
            </>
          )}
        </>
      ),
    },
    after: [
      { name: t('ui.channels.kind'), width: '9rem', inList: 'alone', cell: ({ kind }) => t(channelKinds[kind].name) },
      { name: t('ui.channels.address'), width: '20%', inList: 'alone', cell: ({ address }) => address },
      { name: t('ui.channels.last'), width: '24%', cell: LastDelivery },
      { name: t('ui.channels.queue'), width: '9rem', inList: 'alone', cell: Queue },
    ],
    actions: {
      width: '4.5rem',
      of: (channel) => (
        <RowMenu
          of={channel.name}
          actions={[
            {
              label: t('ui.channels.test'),
              name: `${t('ui.channels.test')}: ${channel.name}`,
              onChoose: () => onTest(channel),
            },
            {
              label: t('ui.channels.delete'),
              name: `${t('ui.channels.delete')}: ${channel.name}`,
              onChoose: () => onDelete(channel),
            },
          ]}
        />
      ),
    },
  };
}

function LastDelivery({ lastDelivery }: Channel) {
  if (!lastDelivery) return t('ui.channels.noDelivery');
  const { at, state, detail } = lastDelivery;
  return (
    <>
      {shortTimestamp(at)} <DeliveryMark state={state} detail={detail} />
    </>
  );
}

/** Shows how many messages are waiting and how many failed; the latter need attention. */
function Queue({ waiting, failed }: Channel) {
  if (waiting === 0 && failed === 0) return null;
  return (
    <>
      {waiting > 0 && <span>{t('ui.channels.waiting', { count: waiting })} </span>}
      {failed > 0 && <Mark tone="bad">{t('ui.channels.failed', { count: failed })}</Mark>}
    </>
  );
}
