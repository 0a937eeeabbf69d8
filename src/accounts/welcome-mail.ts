import type { UnitOfWork } from '../db/database.js';
import { type LetterWords, letterHtml, letterText } from '../mail/letter.js';
import type { Mail } from '../mail/mailer.js';
import type { Outbox } from '../mail/outbox.js';
import type { EmailSettings } from '../settings/email-settings.js';
import type { Language } from '../shared/text.js';
import { accountPaths } from './accounts.paths.js';
import { User } from './user.entity.js';
import { welcomeMailMessages as say } from './welcome-mail.messages.js';

interface WelcomeMailParts {
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

/** The mail that greets a new account (specification §6, contract §7). */
export class WelcomeMail {
  constructor(private readonly parts: WelcomeMailParts) {}

  /** Puts the mail into the unit of work that creates the user, who has an id by now. */
  queue(unit: UnitOfWork, { id }: User, language: Language): void {
    const { outbox, email } = this.parts;
    if (!email) return;
    outbox.put(unit, { userId: id, language, domain: email.from.address.replace(/^.*@/, '') });
  }

  /** Says that a mail that was queued is there to be sent. */
  announce(): void {
    if (this.parts.email) this.parts.outbox.announce();
  }

  /** Writes the mail from what the account says now; null when there is no such account any more. */
  async write({ userId, language }: Addressee): Promise<Omit<Mail, 'messageId' | 'date'> | null> {
    const user = await this.parts.em.fork().findOne(User, { id: userId });
    if (!user) return null;
    const words = welcomeWords(user, { language, publicUrl: this.parts.publicUrl });
    return {
      to: { name: user.firstName, address: user.email },
      subject: words.subject,
      text: letterText(words),
      html: letterHtml(words),
    };
  }
}

interface Place {
  readonly language: Language;
  readonly publicUrl: string;
}

/** What the mail says to a user. */
export function welcomeWords(
  { firstName, username }: Pick<User, 'firstName' | 'username'>,
  { language, publicUrl }: Place,
): LetterWords {
  const heading = isPlainName(firstName) ? say.headingTo(firstName) : say.heading;
  return {
    language,
    subject: say.subject[language],
    heading: heading[language],
    paragraphs: [say.ready(username)[language], say.inside[language]],
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
