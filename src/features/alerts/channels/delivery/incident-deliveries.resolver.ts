import {
  Authorized,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Resolver,
  Root,
  registerEnumType,
} from 'type-graphql';
import { DateTime } from '../../../../platform/graphql/date-time.scalar.js';
import { costs } from '../../../../platform/graphql/field-marks.js';
import { STAFF } from '../../../../platform/graphql/viewer-guard.js';
import { globalId } from '../../../../shared/global-id.js';
import type { AlertItem } from '../../alert-item.js';
import { IncidentType } from '../../incidents/incident.type.js';
import { type DeliveryState, DeliveryStateType } from '../channel.types.js';
import type { ChannelStatuses, ItemDelivery } from './channel-status.js';

const IncidentDeliveryKind = { FIRED: 'fired', REPEATED: 'repeated', RELEASED: 'released' } as const;
registerEnumType(IncidentDeliveryKind, {
  name: 'IncidentDeliveryKind',
  description: 'Event reported to a channel: an incident began, continues, or is over.',
  valuesConfig: {
    FIRED: { description: 'The incident began.' },
    REPEATED: { description: 'The incident is still open, `repeatSeconds` after the last message.' },
    RELEASED: { description: 'The incident is over.' },
  },
});

@ObjectType('IncidentDelivery', { description: 'Delivery of a message to a channel. Times are ISO 8601 in UTC.' })
export class IncidentDeliveryType {
  @Field(() => ID, { description: 'Id of the channel, which may have been deleted since.' })
  channel!: string;

  @Field(() => String, { description: 'Name of the channel; `#7` once it was deleted.' })
  channelName!: string;

  @Field(() => IncidentDeliveryKind, { description: 'Event that the message reports.' })
  kind!: AlertItem['kind'];

  @Field(() => DeliveryStateType, { description: 'WAITING includes items that are not part of a message yet.' })
  state!: DeliveryState;

  @Field(() => DateTime, { description: 'When the event was handed over for delivery.' })
  queuedAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'Time when it was sent, given up or cancelled.' })
  settledAt!: string | null;

  @Field(() => Int, { description: 'Number of attempts.' })
  tries!: number;

  @Field(() => String, {
    description: "The receiver's answer or the reason why there was none, cut; empty if the answer was empty.",
  })
  detail!: string;
}

interface IncidentDeliveriesDeps {
  readonly channelStatuses: ChannelStatuses;
  readonly channelNames: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

/** Resolves the deliveries of incidents; for staff only. */
@Resolver(() => IncidentType)
export class IncidentDeliveriesResolver {
  constructor(private readonly deps: IncidentDeliveriesDeps) {}

  @Authorized(STAFF)
  // This takes a few queries per incident.
  @Extensions(costs(5))
  @FieldResolver(() => [IncidentDeliveryType], {
    description: 'Messages about it, for staff: one entry for each recipient of each channel and each event.',
  })
  async deliveries(@Root() { number }: IncidentType): Promise<IncidentDeliveryType[]> {
    const deliveries = await this.deps.channelStatuses.ofIncident(number);
    const names = await this.deps.channelNames([...new Set(deliveries.map(({ channelId }) => channelId))]);
    return deliveries.map((delivery) => shapeDelivery(delivery, names.get(delivery.channelId)));
  }
}

function shapeDelivery(
  { channelId, kind, message, queuedAt }: ItemDelivery,
  name = `#${channelId}`,
): IncidentDeliveryType {
  return {
    channel: globalId('Channel', channelId),
    channelName: name,
    kind,
    state: message?.state ?? 'waiting',
    queuedAt: queuedAt.toISOString(),
    settledAt: message?.settledAt?.toISOString() ?? null,
    tries: message?.tries ?? 0,
    detail: [message?.reason, message?.detail].filter(Boolean).join(': '),
  };
}
