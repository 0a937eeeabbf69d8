import { lockWithin } from './db/lock-within.js';
import { AccountMails } from './mail/account-mails.js';
import { MessageClaims } from './outbox/message-claims.js';
import { type Deliver, OutboxWorker, type QueueRules } from './outbox/outbox-worker.js';
import type { Services, ServicesDeps } from './services.js';

/** All mails leave by one provider, one after the other; a failure of it would affect the next as well. */
const MAIL_QUEUE: QueueRules = { queue: 'mail', atOnce: 1, pauseSeconds: 30 };

/** Every channel has a provider of its own: one that fails holds up no other. */
const HTTP_QUEUE: QueueRules = { queue: 'http', atOnce: 4, pauseSeconds: 0 };

/** Browsers have a few large providers, which take many requests. */
const PUSH_QUEUE: QueueRules = { queue: 'push', atOnce: 4, pauseSeconds: 0 };

/** The workers that send what is in the outbox; none for mails while mail is off. */
export function createOutboxWorkers(
  { database: { em }, clock, logger, mailer, report }: ServicesDeps,
  { outbox, mailsByKind, channelMessages }: Services,
): OutboxWorker[] {
  const claims = new MessageClaims({ em, clock, lockWithin });
  const worker = (rules: QueueRules, deliver: Deliver) =>
    new OutboxWorker({ ...rules, outbox, claims, deliver, clock, logger, report });
  const toChannel: Deliver = (message, signal) => channelMessages.deliver(message, signal);
  const others = [worker(HTTP_QUEUE, toChannel), worker(PUSH_QUEUE, toChannel)];
  if (!mailer) return others;
  const accountMails = new AccountMails({
    claims,
    mailer,
    write: (mail) => mailsByKind[mail.kind].write(mail),
    logger,
  });
  const byMail: Deliver = (message, signal) =>
    message.channelId === null ? accountMails.deliver(message, signal) : toChannel(message, signal);
  return [worker(MAIL_QUEUE, byMail), ...others];
}
