import { useEffect } from 'react';
import { useQuery } from 'urql';
import { Section } from '../../../components/layout/section';
import type { Columns } from '../../../components/lists/columns';
import { RecordTable } from '../../../components/lists/record-table';
import { Empty, Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { shortTimestampWithSeconds } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import { DeliveryMark } from '../parts/delivery-mark';
import { DeliveriesQuery, type IncidentDelivery } from './incidents.operations';

/** Polling interval; waiting messages are sent within half a minute. */
const REFRESH_MS = 5_000;

/** Delivery states of an incident's messages, for staff. */
export function Deliveries({ id, state }: { id: string; state: string }) {
  const [{ data, error }, ask] = useQuery({
    query: DeliveriesQuery,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const deliveries = data?.incident?.deliveries;
  const isMoving = deliveries?.some((delivery) => delivery.state === 'WAITING');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `state` means another message to show
  useEffect(() => {
    ask({ requestPolicy: 'network-only' });
    if (!isMoving) return;
    const timer = setInterval(() => document.hidden || ask({ requestPolicy: 'network-only' }), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isMoving, state, ask]);
  return (
    <Section title={t('ui.incidents.deliveries')} about={t('ui.incidents.deliveriesAbout')}>
      {error && !data && <Failure text={describeFailure(error).text} />}
      {!error && !data && <Loading />}
      {deliveries?.length === 0 && <Empty title={t('ui.incidents.noDeliveries')} />}
      {deliveries && deliveries.length > 0 && (
        <RecordTable label={t('ui.incidents.deliveries')} items={deliveries.map(numbered)} columns={columns()} />
      )}
    </Section>
  );
}

type NumberedDelivery = IncidentDelivery & { readonly number: number };

/** Numbers a delivery, because nothing else distinguishes two messages on the same channel. */
function numbered(delivery: IncidentDelivery, number: number): NumberedDelivery {
  return { ...delivery, number };
}

const told = {
  FIRED: 'ui.incidents.toldOf.fired',
  REPEATED: 'ui.incidents.toldOf.repeated',
  RELEASED: 'ui.incidents.toldOf.released',
} as const;

function columns(): Columns<NumberedDelivery> {
  return {
    keyOf: ({ number }) => String(number),
    title: { name: t('ui.incidents.channel'), cell: ({ channelName }) => channelName },
    after: [
      { name: t('ui.incidents.told'), width: '8rem', inList: 'alone', cell: ({ kind }) => t(told[kind]) },
      {
        name: t('ui.incidents.at'),
        width: '12rem',
        cell: ({ settledAt, queuedAt }) => shortTimestampWithSeconds(settledAt ?? queuedAt),
      },
      {
        name: t('ui.incidents.result'),
        width: '45%',
        inList: 'alone',
        cell: ({ state, detail }) => <DeliveryMark state={state} detail={detail} />,
      },
    ],
  };
}
