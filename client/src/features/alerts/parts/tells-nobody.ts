import type { MessageKey } from '../../../lib/i18n/t';
import type { HeardChannel } from './unheard.operations';

/** The same values as the schema's `TellsNobodyReason`. */
type Reason = 'NO_CHANNELS' | 'CHANNELS_OFF' | 'CHANNELS_BROKEN';

/** Reasons why a rule notifies nobody. */
export const tellsNobodyTexts: Readonly<Record<Reason, MessageKey>> = {
  NO_CHANNELS: 'ui.alerts.tellsNobody.noChannels',
  CHANNELS_OFF: 'ui.alerts.tellsNobody.channelsOff',
  CHANNELS_BROKEN: 'ui.alerts.tellsNobody.channelsBroken',
};

/** Reasons why a channel cannot send. */
export const channelProblems: Readonly<Record<NonNullable<HeardChannel['problem']>, MessageKey>> = {
  SECRET_UNREADABLE: 'ui.alerts.reasons.secretUnreadable',
  MAIL_OFF: 'ui.alerts.reasons.mailOff',
  ADDRESS_REFUSED: 'ui.alerts.reasons.addressRefused',
  NO_RECIPIENT: 'ui.alerts.reasons.noBrowser',
};

/** Decides like the server, for the channels chosen in a form; null if somebody would be notified. */
export function tellsNobodyReasonOf(chosen: readonly Pick<HeardChannel, 'isActive' | 'problem'>[]): Reason | null {
  if (chosen.length === 0) return 'NO_CHANNELS';
  const active = chosen.filter(({ isActive }) => isActive);
  if (active.length === 0) return 'CHANNELS_OFF';
  return active.every(({ problem }) => problem !== null) ? 'CHANNELS_BROKEN' : null;
}
