import type { Language } from '../../../i18n/catalogues.js';
import { message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { type EmailContent, type EmailTexts, emailContent } from '../../../platform/mail/email-template.js';
import type { Outbox } from '../../../platform/outbox/outbox.js';
import { type EmailSettings, senderDomain } from '../../../settings/email-settings.js';
import { accountPaths } from '../accounts.paths.js';
import { isLinkless, isPlainName } from '../names-in-mails.js';
import { User } from '../users/user.entity.js';

interface WelcomeMailDeps {
  readonly em: UnitOfWork;
  readonly outbox: Outbox;
  /** Undefined while mail is off, in which case no mail is queued. */
  readonly email: EmailSettings | undefined;
  /** Public URL of the service, without a trailing slash. */
  readonly publicUrl: string;
}

interface Addressee {
  readonly userId: number | null;
  readonly language: Language;
}

/** The mail that welcomes a new account (contract 7). */
export class WelcomeMail {
  constructor(private readonly deps: WelcomeMailDeps) {}

  /** Queues the mail in the unit of work that creates the user, who must already have an id. */
  queue(unit: UnitOfWork, { id }: User, language: Language): void {
    const { outbox, email } = this.deps;
    if (!email) return;
    outbox.put(unit, { userId: id, language, domain: senderDomain(email) });
  }

  /** Wakes the mail worker. Call this after the transaction that queued the mail has been committed. */
  announce(): void {
    if (this.deps.email) this.deps.outbox.announce();
  }

  /** Writes the mail from the current state of the account; null when the account no longer exists. */
  async write({ userId, language }: Addressee): Promise<EmailContent | null> {
    const user = userId === null ? null : await this.deps.em.fork().findOne(User, { id: userId });
    if (!user) return null;
    const texts = welcomeTexts(user, { language, publicUrl: this.deps.publicUrl });
    return emailContent(user.email, texts);
  }
}

interface MailContext {
  readonly language: Language;
  readonly publicUrl: string;
}

export function welcomeTexts(
  { firstName, username }: Pick<User, 'firstName' | 'username'>,
  { language, publicUrl }: MailContext,
): EmailTexts {
  const heading = isPlainName(firstName)
    ? message('accounts.welcomeMail.headingTo', { name: firstName })
    : 'accounts.welcomeMail.heading';
  const ready = isLinkless(username)
    ? message('accounts.welcomeMail.readyFor', { username })
    : 'accounts.welcomeMail.ready';
  return {
    language,
    subject: translate('accounts.welcomeMail.subject', language),
    heading: translate(heading, language),
    paragraphs: [translate(ready, language), translate('accounts.welcomeMail.inside', language)],
    links: [{ label: translate('accounts.welcomeMail.logIn', language), href: publicUrl + accountPaths.login }],
    note: translate(message('accounts.welcomeMail.note', { host: new URL(publicUrl).host }), language),
  };
}
