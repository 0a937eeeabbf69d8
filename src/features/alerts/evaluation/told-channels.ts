import type { UnitOfWork } from '../../../platform/db/database.js';
import type { AlertItem } from '../alert-item.js';
import type { ChannelOutbox } from '../channels/delivery/channel-outbox.js';
import type { Incident } from '../incidents/incident.entity.js';

interface Telling {
  readonly incident: Incident;
  readonly item: AlertItem;
  readonly channels: readonly number[];
  readonly channelOutbox: Pick<ChannelOutbox, 'put'>;
}

/** Queues an item for channels and records in the incident which of them were notified. The caller must flush. */
export async function tell(unit: UnitOfWork, { incident, item, channels, channelOutbox }: Telling): Promise<void> {
  const told = new Set(toldChannels(incident));
  for (const channel of channels) if (await channelOutbox.put(unit, channel, item)) told.add(channel);
  incident.toldChannels = JSON.stringify([...told]);
}

/** Returns the channels that were notified of an incident; undefined if that was not recorded. */
export function toldChannels({ toldChannels }: Pick<Incident, 'toldChannels'>): readonly number[] | undefined {
  return toldChannels === null ? undefined : (JSON.parse(toldChannels) as number[]);
}

/**
 * Notes that the end of an incident is to be told once no silence covers it: to those who heard of the beginning or, if
 * that was not recorded, to the channels of its rule.
 */
export function postponeEnd(incident: Incident, ofRule: readonly number[]): void {
  incident.isEndDue = true;
  incident.toldChannels ??= JSON.stringify(ofRule);
}
