import { message } from '../../../../i18n/message.js';
import { translate } from '../../../../i18n/translate.js';
import { type EmailTexts, renderEmailHtml, renderEmailText } from '../../../../platform/mail/email-template.js';
import type { Mailer } from '../../../../platform/mail/mailer.js';
import { NotSent } from '../../../../platform/outbox/delivery-failure.js';
import type { Guard } from '../../../../platform/outgoing/address-guard.js';
import { sendRequest } from '../../../../platform/outgoing/send-request.js';
import type { Clock } from '../../../../shared/time/clock.js';
import type { Units } from '../../../../shared/units/units.js';
import type { Channel } from '../channel.entity.js';
import { partsOf } from '../channel-kinds.js';
import { type Channels, settingsOf } from '../channels.js';
import { formats, type HttpKind } from '../formats/formats.js';
import { type WrittenMessage, writeMessage } from '../messages/write-message.js';
import type { Delivery } from './delivery.js';
import { asDeliveryFailure, checkTaken } from './provider-answer.js';
import type { PushSender } from './push-sender.js';

/** Finds the units in which a recipient of messages reads figures. */
export interface RecipientUnits {
  ofUser(userId: number): Promise<Units>;
  ofMailbox(address: string): Promise<Units>;
}

interface ChannelSenderDeps {
  readonly channels: Pick<Channels, 'decryptSecrets'>;
  readonly guard: Guard;
  /** Undefined if mail is off. */
  readonly mailer: Mailer | undefined;
  readonly push: PushSender;
  readonly recipientUnits: Pick<RecipientUnits, 'ofMailbox'>;
  readonly clock: Clock;
  /** The public URL of this service, without a trailing slash. */
  readonly publicUrl: string;
}

/** Sends a message in the way the channel's settings require (contract 12). */
export class ChannelSender {
  constructor(private readonly deps: ChannelSenderDeps) {}

  /**
   * Sends a message immediately. Figures are in the units of the account that a mail or a browser belongs to; chats and
   * webhooks, which many may read, get the default ones.
   *
   * @returns the receiver's answer, in a form that may be shown.
   *
   * @throws {Rejected | NotSent | NotWanted}
   */
  async send(delivery: Delivery, signal: AbortSignal): Promise<string> {
    const { channel, content } = delivery;
    const write = (units?: Units) =>
      writeMessage(content, channel.language, `${this.deps.publicUrl}/sistema/alertas/`, units);
    if (channel.kind === 'EMAIL') {
      const units = await this.deps.recipientUnits.ofMailbox(delivery.address ?? '');
      return this.#mail(delivery, write(units), signal);
    }
    if (channel.kind === 'WEB_PUSH') return this.deps.push.send(delivery, write, signal);
    return this.#post(channel.kind, delivery, write(), signal);
  }

  async #mail(
    { channel, address, messageId, queuedAt }: Delivery,
    written: WrittenMessage,
    signal: AbortSignal,
  ): Promise<string> {
    const { mailer, publicUrl } = this.deps;
    if (!mailer) throw new NotSent('mail_off');
    const texts = emailTexts(written, channel, publicUrl);
    await mailer.send(
      {
        messageId,
        to: address ?? '',
        date: queuedAt,
        subject: texts.subject,
        text: renderEmailText(texts),
        html: renderEmailHtml(texts),
      },
      signal,
    );
    return '';
  }

  async #post(kind: HttpKind, delivery: Delivery, written: WrittenMessage, signal: AbortSignal): Promise<string> {
    const { channels, clock, guard } = this.deps;
    const { channel, content, messageId, queuedAt } = delivery;
    const kept = channels.decryptSecrets(channel);
    if (!kept) throw new NotSent('secret_unreadable');
    const secrets = { ...kept, url: kept.url ?? partsOf(kind).defaultUrl ?? '' };
    const input = { settings: settingsOf(channel), secrets, written, content, messageId, queuedAt, now: clock.now() };
    try {
      const answer = await sendRequest({ ...formats[kind](input), method: 'POST', signal }, { guard, clock });
      return checkTaken(answer, textsOf(secrets), clock.now());
    } catch (error) {
      throw asDeliveryFailure(error);
    }
  }
}

/**
 * Lists the strings that must not appear in an answer that is shown: the secrets, and the parts of a URL that may be
 * secret.
 */
function textsOf({ url, secret = '' }: { readonly url: string; readonly secret?: string | undefined }): string[] {
  const { pathname, searchParams } = new URL(url);
  const parts = [...pathname.split('/'), ...searchParams.values()].filter((part) => part.length >= SECRET_MIN_LENGTH);
  return [url, secret, ...parts];
}

/** Anything shorter is a word, for example `api`, rather than a secret. */
const SECRET_MIN_LENGTH = 6;

function emailTexts(written: WrittenMessage, { name, language }: Channel, publicUrl: string): EmailTexts {
  const lines = written.parts.flatMap(({ heading, lines: texts }) => [
    ...(written.parts.length > 1 ? [heading] : []),
    ...texts,
  ]);
  return {
    language,
    subject: written.title,
    heading: written.title,
    paragraphs: [...lines, ...written.notes],
    links: [{ label: translate('alerts.messages.open', language), href: written.url }],
    note: translate(message('alerts.messages.mailNote', { channel: name, host: new URL(publicUrl).host }), language),
  };
}
