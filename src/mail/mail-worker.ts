import { setImmediate } from 'node:timers/promises';
import type { Clock, Stop } from '../shared/clock.js';
import type { Logger } from '../shared/logger.js';
import type { ReportFailure } from '../shared/report-failure.js';
import type { ClaimedMail, MailClaims } from './mail-claims.js';
import { type Mail, type Mailer, MailNotSent, MailRejected } from './mailer.js';
import type { Outbox } from './outbox.js';
import { recipientKey } from './recipient-key.js';

/** How often it looks for mails that other processes have queued, or whose time has come. */
const POLL_MS = 5000;

/** The longest that one try may take. It must be shorter than a claim is valid. */
const TRY_SECONDS = 60;

/** How long the worker pauses after a failure of the provider, which would affect any other mail too. */
const PAUSE_SECONDS = 30;

/** How long a mail that is being sent may take when the service stops. */
const GRACE_MS = 5000;

/** The content of a mail, written when it is sent. */
export type EmailContent = Omit<Mail, 'messageId' | 'date'>;

interface MailWorkerDeps {
  readonly outbox: Pick<Outbox, 'whenAnnounced'>;
  readonly claims: MailClaims;
  readonly mailer: Mailer;
  /** Composes the e-mail to a user; null when the account no longer exists. */
  readonly write: (mail: ClaimedMail) => Promise<EmailContent | null>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly report: ReportFailure;
}

/** Sends the mails of the outbox one after the other: those of this process at once, the others when it polls. */
export class MailWorker {
  readonly #stopping = new AbortController();
  #stopPolling: Stop = () => {};
  #running: Promise<void> | undefined;
  #grace: Promise<void> | undefined;
  #runAgain = false;
  #isStopped = true;
  #pausedUntilMs = 0;
  #failing = false;

  constructor(private readonly deps: MailWorkerDeps) {
    deps.outbox.whenAnnounced(() => this.#poll());
  }

  start(): void {
    this.#isStopped = false;
    this.#grace = undefined;
    this.#stopPolling = this.deps.clock.every(POLL_MS, () => this.#poll());
    this.#poll();
  }

  /** Starts no further mail. One that is being sent may take five more seconds. */
  beginShutdown(): void {
    this.#isStopped = true;
    this.#stopPolling();
    if (this.#running) this.#grace ??= this.deps.clock.wait(GRACE_MS);
  }

  /** Waits for a mail that is being sent. If it takes too long, it is released and sent at the next start. */
  async stop(): Promise<void> {
    this.beginShutdown();
    if (!this.#running) return;
    await Promise.race([this.#running, this.#grace]);
    this.#stopping.abort();
    this.deps.claims.hurry();
    await this.#running;
  }

  #poll(): void {
    if (this.#isStopped) return;
    this.#runAgain = true;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    try {
      do {
        // Lets other work run before each mail.
        await setImmediate();
        this.#runAgain = false;
      } while ((await this.#sendNext()) || this.#runAgain);
      if (this.#failing) this.deps.logger.log('info', 'The outbox can be read again');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.deps.logger.log('warn', 'The outbox cannot be read: mails wait', { error });
      this.#failing = true;
    } finally {
      this.#running = undefined;
    }
  }

  /** @returns whether a mail was due. */
  async #sendNext(): Promise<boolean> {
    if (this.#isStopped || this.deps.clock.steady().getTime() < this.#pausedUntilMs) return false;
    const mail = await this.deps.claims.next();
    if (mail) await this.#send(mail);
    return mail !== undefined;
  }

  async #send(mail: ClaimedMail): Promise<void> {
    const { claims, logger } = this.deps;
    if (this.#isStopped) return claims.giveBack(mail);
    const facts = { mail: mail.id, messageId: mail.messageId, tries: mail.tries };
    try {
      if (await this.#try(mail)) {
        await claims.sent(mail);
        logger.log('info', 'Mail sent', facts);
      }
    } catch (error) {
      if (this.#stopping.signal.aborted) return claims.giveBack(mail);
      if (error instanceof MailRejected) {
        const { reason, detail } = error;
        await claims.failed(mail, { reason, detail });
        logger.log('warn', 'Mail refused', { ...facts, reason, detail });
        return;
      }
      await this.#postpone(mail, error);
    }
  }

  /** @returns false when it is not to be sent: the account is gone, or the address was sent another within the hour. */
  async #try(mail: ClaimedMail): Promise<boolean> {
    const { claims, clock, logger, mailer } = this.deps;
    const email = await this.deps.write(mail);
    if (!email) {
      await claims.drop(mail);
      return false;
    }
    if (!(await claims.reserveRecipient(mail, recipientKey(email.to)))) {
      const facts = { mail: mail.id, userId: mail.userId };
      logger.log('info', 'Mail not sent: its address got another within the hour', facts);
      return false;
    }
    const overdue = new AbortController();
    const stopTimer = clock.every(TRY_SECONDS * 1000, () => overdue.abort());
    try {
      const { messageId, queuedAt: date } = mail;
      await mailer.send({ ...email, messageId, date }, AbortSignal.any([this.#stopping.signal, overdue.signal]));
      return true;
    } catch (error) {
      throw overdue.signal.aborted ? new MailNotSent('too_slow') : error;
    } finally {
      stopTimer();
    }
  }

  async #postpone(mail: ClaimedMail, error: unknown): Promise<void> {
    const { claims, clock, logger } = this.deps;
    const failure = error instanceof MailNotSent ? error : new MailNotSent('unexpected', this.deps.report(error));
    if (failure.isProviderFault) this.#pausedUntilMs = clock.steady().getTime() + PAUSE_SECONDS * 1000;
    const { reason, detail } = failure;
    const facts = { mail: mail.id, messageId: mail.messageId, tries: mail.tries, reason, detail };
    const nextTryAt = await claims.postpone(mail, { reason, detail });
    if (nextTryAt) logger.log('warn', 'Mail not sent: it is tried again', { ...facts, nextTryAt });
    else logger.log('warn', 'Mail not sent: it is given up', facts);
  }
}
