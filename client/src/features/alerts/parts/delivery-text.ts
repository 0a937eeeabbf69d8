import { type MessageKey, t } from '../../../lib/i18n/t';

/** Reasons why a message was not sent, by the server's codes (`src/platform/outbox/delivery-failure.ts`). */
const reasons: Readonly<Record<string, MessageKey>> = {
  no_connection: 'ui.alerts.reasons.noConnection',
  no_tls: 'ui.alerts.reasons.noTls',
  no_access_token: 'ui.alerts.reasons.noAccessToken',
  login_refused: 'ui.alerts.reasons.loginRefused',
  refused: 'ui.alerts.reasons.refused',
  put_off: 'ui.alerts.reasons.putOff',
  too_slow: 'ui.alerts.reasons.tooSlow',
  bad_address: 'ui.alerts.reasons.badAddress',
  address_refused: 'ui.alerts.reasons.addressRefused',
  demonstration: 'ui.alerts.reasons.demonstration',
  mail_off: 'ui.alerts.reasons.mailOff',
  secret_unreadable: 'ui.alerts.reasons.secretUnreadable',
  channel_gone: 'ui.alerts.reasons.channelGone',
  recipient_gone: 'ui.alerts.reasons.recipientGone',
  recipient_behind: 'ui.alerts.reasons.recipientBehind',
  unexpected: 'ui.alerts.reasons.unexpected',
};

/**
 * Translates the server's delivery report, e.g. `put_off: 503 Busy`: puts its code into words and leaves the receiver's
 * response unchanged.
 */
export function deliveryText(said: string): string {
  const [, code = '', detail] = /^([a-z_]+)(?:: (.*))?$/s.exec(said) ?? [];
  const reason = reasons[code];
  return reason ? [t(reason), detail].filter(Boolean).join(': ') : said;
}
