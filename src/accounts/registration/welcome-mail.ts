import type { UnitOfWork } from '../../db/database.js';
import type { Language } from '../../i18n/catalogues.js';
import { message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { type EmailTexts, renderEmailHtml, renderEmailText } from '../../mail/email-template.js';
import type { Mail } from '../../mail/mailer.js';
import type { Outbox } from '../../outbox/outbox.js';
import type { EmailSettings } from '../../settings/email-settings.js';
import { accountPaths } from '../accounts.paths.js';
import { User } from '../users/user.entity.js';

interface WelcomeMailDeps {
  readonly em: UnitOfWork;
  readonly outbox: Outbox;
  /** Undefined while mail is off: then no mail is queued at all. */
  readonly email: EmailSettings | undefined;
  /** The public address of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** The recipient of a mail in the outbox, and its language. */
interface Addressee {
  readonly userId: number;
  readonly language: Language;
}

/** The mail that greets a new account (contract 7). */
export class WelcomeMail {
  constructor(private readonly deps: WelcomeMailDeps) {}

  /** Queues the mail in the unit of work that creates the user, who must have an id already. */
  queue(unit: UnitOfWork, { id }: User, language: Language): void {
    const { outbox, email } = this.deps;
    if (!email) return;
    outbox.put(unit, { userId: id, language, domain: email.from.address.replace(/^.*@/, '') });
  }

  /** Wakes the mail worker, once the transaction that queued a mail is committed. */
  announce(): void {
    if (this.deps.email) this.deps.outbox.announce();
  }

  /** Writes the mail from the present state of the account; null when the account no longer exists. */
  async write({ userId, language }: Addressee): Promise<Omit<Mail, 'messageId' | 'date'> | null> {
    const user = await this.deps.em.fork().findOne(User, { id: userId });
    if (!user) return null;
    const texts = welcomeTexts(user, { language, publicUrl: this.deps.publicUrl });
    return {
      to: user.email,
      subject: texts.subject,
      text: renderEmailText(texts),
      html: renderEmailHtml(texts),
    };
  }
}

interface MailContext {
  readonly language: Language;
  readonly publicUrl: string;
}

/** The texts of the mail to a user. */
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
    link: { label: translate('accounts.welcomeMail.logIn', language), href: publicUrl + accountPaths.login },
    note: translate(message('accounts.welcomeMail.note', { host: new URL(publicUrl).host }), language),
  };
}

/**
 * Whether a first name may appear in the greeting. Visitors can register the address of another person, so a name that reads
 * like a message, or that mail clients would turn into a link, is left out: it could be used to send spam.
 */
function isPlainName(name: string): boolean {
  return name.length <= GREETED_MAX_LENGTH && /^[\p{L}\p{M}'’ -]+$/u.test(name);
}

const GREETED_MAX_LENGTH = 50;

/**
 * Whether a username may appear in the mail because no mail client turns it into a link. Clients do so with a dot, an
 * `@` or a slash between letters, and with digits that may be a telephone number, whatever stands between them.
 */
function isLinkless(username: string): boolean {
  const figures = username.match(/\p{Nd}/gu) ?? [];
  return /^[\p{L}\p{M}\p{N}_-]{1,30}$/u.test(username) && figures.length <= LINKLESS_FIGURES_MAX;
}

/** The shortest telephone numbers that clients recognise have seven digits. */
const LINKLESS_FIGURES_MAX = 6;
