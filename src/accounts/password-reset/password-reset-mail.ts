import { raw } from '@mikro-orm/core';
import type { UnitOfWork } from '../../db/database.js';
import { type Language, languages } from '../../i18n/catalogues.js';
import { message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { type EmailContent, type EmailLink, emailContent } from '../../mail/email-template.js';
import { recipientKey } from '../../mail/recipient-key.js';
import type { Clock } from '../../shared/time/clock.js';
import { accountPaths, RESET_PARAMETER } from '../accounts.paths.js';
import { hashOfToken, type LinkTokens } from '../link-tokens.js';
import { linklessName } from '../names-in-mails.js';
import { User } from '../users/user.entity.js';
import { PasswordReset } from './password-reset.entity.js';

/** For how long the link of a mail works. */
export const RESET_MINUTES = 30;

/**
 * The most accounts that one mail names: the oldest. Nobody has proved that an address is theirs, so accounts that others
 * create with it later must neither crowd out those that are there, nor decide by their spelling where the mail goes.
 */
const ACCOUNTS_NAMED_MAX = 10;

interface PasswordResetMailDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly linkTokens: LinkTokens;
  /** The public address of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** A mail of the outbox to an address that somebody has typed. */
interface MailToAddress {
  readonly messageId: string;
  readonly address: string | null;
  /** Of the page on which it was typed. */
  readonly language: Language;
}

/** The mail with a link for each account of an address, by which its password is set (contract 14, promise 45). */
export class PasswordResetMail {
  constructor(private readonly deps: PasswordResetMailDeps) {}

  /**
   * Writes the mail; null when no account that may log in has the address. The links hold from when it is
   * written for a try: a provider that is slow uses up none of their time.
   */
  async write({ messageId, address, language: asked }: MailToAddress): Promise<EmailContent | null> {
    const users = address === null ? [] : await this.#accountsOf(address);
    const [first] = users;
    if (!first) return null;
    const language = languages.find((known) => known === first.language) ?? asked;
    const links: EmailLink[] = [];
    for (const user of users)
      links.push(await this.#linkFor(user, { messageId, language, isOnly: users.length === 1 }));
    const host = new URL(this.deps.publicUrl).host;
    const about =
      users.length === 1
        ? message('accounts.resetMail.textOne', { username: linklessName(first.username) })
        : 'accounts.resetMail.textSeveral';
    // To the address as the account has it: what was typed may differ from it in ways that providers tell apart.
    return emailContent(first.email, {
      language,
      subject: translate('accounts.resetMail.subject', language),
      heading: translate('accounts.resetMail.heading', language),
      paragraphs: [
        translate(about, language),
        translate(message('accounts.resetMail.holds', { minutes: RESET_MINUTES }), language),
      ],
      links,
      note: translate(message('accounts.resetMail.note', { host }), language),
    });
  }

  async #accountsOf(address: string): Promise<User[]> {
    const sameAddress = { [raw('lower(email) = lower(?)', [address])]: [] };
    const users = await this.deps.em
      .fork()
      .find(User, { ...sameAddress, isActive: true }, { orderBy: { id: 'asc' }, limit: ACCOUNTS_NAMED_MAX });
    return users.filter(({ email }) => recipientKey(email) === recipientKey(address));
  }

  async #linkFor(user: User, { messageId, language, isOnly }: LinkContext): Promise<EmailLink> {
    const { em, clock, linkTokens, publicUrl } = this.deps;
    const { id, tokenVersion, email, username } = user;
    // The same for every try of the mail: a copy that was sent after all has a link that works. Once a password has been
    // set by it, the version is another, and so is the token.
    const token = linkTokens.tokenFor(`password reset ${messageId} ${id} ${tokenVersion}`);
    const expiresAt = new Date(clock.now().getTime() + RESET_MINUTES * 60_000);
    const row = { tokenHash: hashOfToken(token), user: id, tokenVersion, recipient: recipientKey(email), expiresAt };
    await em.fork().upsert(PasswordReset, row, { onConflictMergeFields: ['expiresAt'] });
    const label = isOnly
      ? 'accounts.resetMail.setOne'
      : message('accounts.resetMail.setOf', { username: linklessName(username) });
    return {
      label: translate(label, language),
      href: `${publicUrl}${accountPaths.setPassword}?${RESET_PARAMETER}=${token}`,
    };
  }
}

interface LinkContext {
  readonly messageId: string;
  readonly language: Language;
  /** Whether the address has no other account. */
  readonly isOnly: boolean;
}
