import type { UnitOfWork } from '../../db/database.js';
import { type EmailTexts, renderEmailHtml, renderEmailText } from '../../mail/email-template.js';
import type { Mail } from '../../mail/mailer.js';
import type { Outbox } from '../../mail/outbox.js';
import type { EmailSettings } from '../../settings/email-settings.js';
import type { Language } from '../../shared/text.js';
import { accountPaths } from '../accounts.paths.js';
import { User } from '../users/user.entity.js';
import { welcomeMailMessages as say } from './welcome-mail.messages.js';

interface WelcomeMailDeps {
  readonly em: UnitOfWork;
  readonly outbox: Outbox;
  /** Undefined while mail is off: nobody is written to, now or later. */
  readonly email: EmailSettings | undefined;
  /** Where people log in; no trailing slash. */
  readonly publicUrl: string;
}

/** Whom a mail in the outbox is for, and in which language. */
interface Addressee {
  readonly userId: number;
  readonly language: Language;
}

/** The mail that greets a new account (contract 7). */
export class WelcomeMail {
  constructor(private readonly deps: WelcomeMailDeps) {}

  /** Puts the mail into the unit of work that creates the user, who has an id by now. */
  queue(unit: UnitOfWork, { id }: User, language: Language): void {
    const { outbox, email } = this.deps;
    if (!email) return;
    outbox.put(unit, { userId: id, language, domain: email.from.address.replace(/^.*@/, '') });
  }

  /** Says that a mail that was queued is there to be sent. */
  announce(): void {
    if (this.deps.email) this.deps.outbox.announce();
  }

  /** Writes the mail from what the account says now; null when there is no such account any more. */
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

/** What the mail says to a user. */
export function welcomeTexts(
  { firstName, username }: Pick<User, 'firstName' | 'username'>,
  { language, publicUrl }: MailContext,
): EmailTexts {
  const heading = isPlainName(firstName) ? say.headingTo(firstName) : say.heading;
  const ready = isLinkless(username) ? say.readyFor(username) : say.ready;
  return {
    language,
    subject: say.subject[language],
    heading: heading[language],
    paragraphs: [ready[language], say.inside[language]],
    link: { label: say.logIn[language], href: publicUrl + accountPaths.login },
    note: say.note(new URL(publicUrl).host)[language],
  };
}

/**
 * Whether a first name can stand in a greeting. Anybody can register anybody's address, so whatever reads like a message
 * or would be made a link is left out.
 */
function isPlainName(name: string): boolean {
  return name.length <= GREETED_MAX_LENGTH && /^[\p{L}\p{M}'’ -]+$/u.test(name);
}

const GREETED_MAX_LENGTH = 50;

/**
 * Whether a username can stand in a mail: no program for mail makes a link of it. They do so where a dot, an `@` or a
 * slash stands between letters, and of figures that may be a telephone number, with whatever is between them.
 */
function isLinkless(username: string): boolean {
  const figures = username.match(/\p{Nd}/gu) ?? [];
  return /^[\p{L}\p{M}\p{N}_-]{1,30}$/u.test(username) && figures.length <= LINKLESS_FIGURES_MAX;
}

/** The shortest telephone numbers that programs know have seven. */
const LINKLESS_FIGURES_MAX = 6;
