import { randomUUID } from 'node:crypto';
import type { Language } from '../../i18n/catalogues.js';
import { translate } from '../../i18n/translate.js';
import { type EmailSettings, senderDomain } from '../../settings/email-settings.js';
import type { Clock } from '../../shared/time/clock.js';
import { DeliveryFailure, type FailureReason } from '../outbox/delivery-failure.js';
import { emailContent } from './email-template.js';
import type { Mailer } from './mailer.js';

/** Time limit for a test mail, including the login to the server. */
const LIMIT_MS = 20_000;

interface TestMailDeps {
  /** Undefined while mail is off, like the settings. */
  readonly mailer: Mailer | undefined;
  readonly email: EmailSettings | undefined;
  readonly publicUrl: string;
  readonly clock: Clock;
}

/** Outcome of a test mail: the server has accepted it, or the reason why not. */
export interface TestMailOutcome {
  /** Server as `host:port`; null while mail is off. */
  readonly server: string | null;
  /** Null if the server has accepted the mail. */
  readonly reason: FailureReason | null;
  /** The server's answer, cleaned of secrets; may be empty. */
  readonly detail: string;
}

/** Sends mails that try out the settings: immediately, once, and past the outbox, so that the answer is the server's. */
export class TestMail {
  constructor(private readonly deps: TestMailDeps) {}

  /** Sends a test mail to a valid address. Failures of delivery are outcomes. */
  async send(to: string, language: Language): Promise<TestMailOutcome> {
    const { mailer, email, clock } = this.deps;
    if (!mailer || !email) return { server: null, reason: 'mail_off', detail: '' };
    const server = `${email.host}:${email.port}`;
    const signal = AbortSignal.timeout(LIMIT_MS);
    const messageId = `<${randomUUID()}@${senderDomain(email)}>`;
    try {
      await mailer.send({ ...this.#write(to, language), messageId, date: clock.now() }, signal);
      return { server, reason: null, detail: '' };
    } catch (error) {
      if (signal.aborted) return { server, reason: 'too_slow', detail: '' };
      if (!(error instanceof DeliveryFailure)) throw error;
      return { server, reason: error.reason, detail: error.detail };
    }
  }

  #write(to: string, language: Language) {
    return emailContent(to, {
      language,
      subject: translate('mail.test.subject', language),
      heading: translate('mail.test.subject', language),
      paragraphs: [translate('mail.test.text', language)],
      links: [{ label: translate('mail.test.link', language), href: this.deps.publicUrl }],
      note: translate('mail.test.note', language),
    });
  }
}
