import type { Language } from '../../../../i18n/catalogues.js';
import type { MessageKey } from '../../../../i18n/message.js';
import { translate } from '../../../../i18n/translate.js';
import type { FailureReason } from '../../../../platform/outbox/delivery-failure.js';

const sentences = {
  no_connection: 'ui.alerts.reasons.noConnection',
  no_tls: 'ui.alerts.reasons.noTls',
  no_access_token: 'ui.alerts.reasons.noAccessToken',
  login_refused: 'ui.alerts.reasons.loginRefused',
  refused: 'ui.alerts.reasons.refused',
  put_off: 'ui.alerts.reasons.notNow',
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
} as const satisfies Record<FailureReason, MessageKey>;

/** Describes why a test was not delivered, followed by the receiver's own words or other details. */
export function failureText(reason: FailureReason, detail: string, language: Language): string {
  const sentence = translate(sentences[reason], language);
  return detail ? `${sentence}: ${detail}` : `${sentence}.`;
}
