import { raw, UniqueConstraintViolationException } from '@mikro-orm/core';
import { type Language, languages } from '../../../i18n/catalogues.js';
import { message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { type EmailContent, type EmailLink, emailContent } from '../../../platform/mail/email-template.js';
import { recipientKey } from '../../../platform/mail/recipient-key.js';
import type { Outbox } from '../../../platform/outbox/outbox.js';
import { type EmailSettings, senderDomain } from '../../../settings/email-settings.js';
import type { Clock } from '../../../shared/time/clock.js';
import { accountPaths, RESET_PARAMETER } from '../accounts.paths.js';
import { isUsable } from '../credentials/password-encoding.js';
import { hashOfToken, type LinkTokens } from '../link-tokens.js';
import { linklessName, linklessNames } from '../names-in-mails.js';
import { OidcIdentity } from '../users/oidc-identity.entity.js';
import { User } from '../users/user.entity.js';
import { PasswordReset } from './password-reset.entity.js';
import { resetRecipients } from './reset-recipients.js';

/** Time limit for retries, since a mail that arrives hours later would only confuse. */
export const MAIL_TRIED_MS = 3_600_000;

/** Lifetime of a mailed link, in minutes. */
export const RESET_MINUTES = 30;

/**
 * Maximum number of accounts with the same address that a request considers: those with a proved address first, then
 * the oldest.
 */
const ACCOUNTS_READ_MAX = 1000;

interface PasswordResetMailDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly linkTokens: LinkTokens;
  readonly outbox: Outbox;
  /** Undefined while mail is off. */
  readonly email: EmailSettings | undefined;
  /** Public URL of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether only accounts that the command line has exempted may use a password (`OIDC_ONLY`). */
  readonly providerOnly: boolean;
}

/** An outbox mail to a typed address, or to a different spelling of it that an account has. */
interface MailToAddress {
  readonly messageId: string;
  readonly address: string | null;
  /** Account with the different spelling; null for the address as typed. */
  readonly userId: number | null;
  /** Language of the page on which the address was typed. */
  readonly language: Language;
}

/** The mail with a password link for each account that has an address (contract 14, promise 45). */
export class PasswordResetMail {
  constructor(private readonly deps: PasswordResetMailDeps) {}

  /**
   * Writes the mail; null when no account that may log in has the address. The lifetime of a link starts when an
   * attempt is written, so a slow provider does not shorten it. Queues separate mails for accounts with other spellings
   * of the address.
   */
  async write(mail: MailToAddress): Promise<EmailContent | null> {
    const users = await this.#findRecipients(mail);
    const [first] = users;
    if (!first) return null;
    const language = languages.find((known) => known === first.language) ?? mail.language;
    const names = linklessNames(users.map(({ username }) => username));
    const links: EmailLink[] = [];
    for (const [index, user] of users.entries()) {
      const name = users.length === 1 ? undefined : names[index];
      links.push(await this.#linkFor(user, { messageId: mail.messageId, language, name }));
    }
    const host = new URL(this.deps.publicUrl).host;
    const about =
      users.length === 1
        ? message('accounts.resetMail.textOne', { username: linklessName(first.username) })
        : 'accounts.resetMail.textSeveral';
    // Sent to the account's spelling of the address, since the typed one may differ in ways that matter to providers.
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

  /** Returns the accounts named in a mail, which all have the same spelling of the address. */
  async #findRecipients({ address, userId, ...mail }: MailToAddress): Promise<User[]> {
    const em = this.deps.em.fork();
    const owner = userId === null ? null : await em.findOne(User, { id: userId, isActive: true });
    const typed = userId === null ? address : owner?.email;
    if (typed == null) return [];
    const groups = resetRecipients(typed, await this.#findAccounts(typed));
    if (owner) return groups.find((group) => group[0]?.email === typed)?.slice() ?? [];
    const [own = [], ...others] = groups;
    for (const [other] of others) if (other) await this.#queueFor(other, mail);
    return own.slice();
  }

  async #findAccounts(address: string): Promise<User[]> {
    const where = { [raw('lower(email) = lower(?)', [address])]: [], isActive: true };
    const orderBy = [{ emailProvedAt: 'desc nulls last' }, { id: 'asc' }] as const;
    const users = await this.deps.em.fork().find(User, where, { orderBy: [...orderBy], limit: ACCOUNTS_READ_MAX });
    const same = users.filter(({ email }) => recipientKey(email) === recipientKey(address));
    return this.#withUseOfPassword(same);
  }

  /** Leaves out accounts that a password would not let in, and those that the sign-in provider brought without one. */
  async #withUseOfPassword(users: readonly User[]): Promise<User[]> {
    const without = users.filter(({ password }) => !isUsable(password)).map(({ id }) => id);
    const where = { user: { $in: without } };
    const identities = without.length === 0 ? [] : await this.deps.em.fork().find(OidcIdentity, where);
    const provided = new Set(identities.map(({ user }) => user.id));
    return users.filter(({ id, isBreakGlass }) => !provided.has(id) && (!this.deps.providerOnly || isBreakGlass));
  }

  /** Queues the mail to a different spelling, only once for all attempts of the original mail. */
  async #queueFor(user: User, { messageId, language }: Pick<MailToAddress, 'messageId' | 'language'>): Promise<void> {
    const { em, outbox, email } = this.deps;
    if (!email) return;
    const unit = em.fork();
    const mailId = hashOfToken(`${messageId} ${user.email}`);
    const mail = { kind: 'password_reset', userId: user.id, mailId, triedMs: MAIL_TRIED_MS, language } as const;
    outbox.put(unit, { ...mail, domain: senderDomain(email) });
    await unit.flush().catch((error: unknown) => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
    });
    outbox.announce();
  }

  async #linkFor(user: User, { messageId, language, name }: LinkContext): Promise<EmailLink> {
    const { em, clock, linkTokens, publicUrl } = this.deps;
    const { id, tokenVersion, email } = user;
    // The token is the same for every attempt, so if an attempt that seemed to fail was delivered after all, its link
    // works. Setting a password changes the version, and thereby the token.
    const token = linkTokens.tokenFor(`password reset ${messageId} ${id} ${tokenVersion}`);
    const expiresAt = new Date(clock.now().getTime() + RESET_MINUTES * 60_000);
    const row = { tokenHash: hashOfToken(token), user: id, tokenVersion, recipient: recipientKey(email), expiresAt };
    await em.fork().upsert(PasswordReset, row, { onConflictMergeFields: ['expiresAt'] });
    const label =
      name === undefined ? 'accounts.resetMail.setOne' : message('accounts.resetMail.setOf', { username: name });
    return {
      label: translate(label, language),
      href: `${publicUrl}${accountPaths.setPassword}?${RESET_PARAMETER}=${token}`,
    };
  }
}

interface LinkContext {
  readonly messageId: string;
  readonly language: Language;
  /** Name of the account in the mail; undefined if the mail is about only one account. */
  readonly name: string | undefined;
}
