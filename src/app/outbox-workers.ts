import { lockWithin } from '../platform/db/lock-within.js';
import { AccountMails } from '../platform/mail/account-mails.js';
import { MailLimits } from '../platform/outbox/mail-limits.js';
import { MessageClaims } from '../platform/outbox/message-claims.js';
import { type Deliver, OutboxWorker, type QueueRules } from '../platform/outbox/outbox-worker.js';
import type { Services, ServicesDeps } from './services.js';

/**
 * All mails share one provider, so they are sent one at a time, plus one alert while another mail is slow. If the
 * provider fails, the next mail would fail too, so the queue pauses.
 */
const MAIL_QUEUE: QueueRules = { queue: 'mail', atOnce: 2, reserved: 1, pauseSeconds: 30 };

/** Each channel has its own provider, so a failing one delays no other. Only staff create channels. */
const HTTP_QUEUE: QueueRules = { queue: 'http', atOnce: 4, reserved: 0, pauseSeconds: 0 };

/** Browsers' push services: a few large ones, and any host a user names. */
const PUSH_QUEUE: QueueRules = { queue: 'push', atOnce: 4, reserved: 2, pauseSeconds: 0 };

/** Creates the workers that send the outbox, except the mail worker while mail is off. */
export function createOutboxWorkers(
  { database: { em }, clock, logger, mailer, report }: ServicesDeps,
  { outbox, mailsByKind, channelMessages }: Services,
): OutboxWorker[] {
  const limits = new MailLimits({ em, clock, lockWithin });
  const claims = new MessageClaims({ em, clock, lockWithin, limits });
  const worker = (rules: QueueRules, deliver: Deliver) =>
    new OutboxWorker({ ...rules, outbox, claims, deliver, clock, logger, report });
  const toChannel: Deliver = (message, signal) => channelMessages.deliver(message, signal);
  const others = [worker(HTTP_QUEUE, toChannel), worker(PUSH_QUEUE, toChannel)];
  if (!mailer) return others;
  const accountMails = new AccountMails({
    claims,
    limits,
    mailer,
    write: (mail) => mailsByKind[mail.kind].write(mail),
    logger,
  });
  const byMail: Deliver = (message, signal) =>
    message.channelId === null ? accountMails.deliver(message, signal) : toChannel(message, signal);
  return [worker(MAIL_QUEUE, byMail), ...others];
}
