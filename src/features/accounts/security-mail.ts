import { BASE_LANGUAGE, type Language, languages } from '../../i18n/catalogues.js';
import { message } from '../../i18n/message.js';
import { timeText } from '../../i18n/time-text.js';
import { translate } from '../../i18n/translate.js';
import type { UnitOfWork } from '../../platform/db/database.js';
import { type EmailContent, emailContent } from '../../platform/mail/email-template.js';
import type { Outbox } from '../../platform/outbox/outbox.js';
import type { MailKind } from '../../platform/outbox/outbox-message.entity.js';
import { type EmailSettings, senderDomain } from '../../settings/email-settings.js';
import { hourCycleOf } from '../../shared/units/reader-units.js';
import { OWN_ACCOUNT_PATH } from './accounts.paths.js';
import { linklessName } from './names-in-mails.js';
import { User } from './users/user.entity.js';

/** Notices to an account's owner about actions that somebody else may have taken. */
type SecurityNotice = Extract<MailKind, 'codes_refused' | 'address_changed'>;

interface SecurityMailDeps {
  readonly em: UnitOfWork;
  readonly outbox: Outbox;
  /** Undefined while mail is off, in which case no notices are sent. */
  readonly email: EmailSettings | undefined;
  /** Public URL of the service, without a trailing slash. */
  readonly publicUrl: string;
  /** Contact for users, if the operator has set one. */
  readonly contact: string | undefined;
}

interface QueuedNotice {
  readonly kind: MailKind;
  readonly userId: number | null;
  readonly address: string | null;
  readonly language: Language;
  readonly queuedAt: Date;
}

/** Mails that notify owners of actions or attempts on their account: the event, its time, and advice (decision 061). */
export class SecurityMail {
  constructor(private readonly deps: SecurityMailDeps) {}

  /**
   * Queues a mail in the caller's unit of work, in the language of the account.
   *
   * @param address the recipient; by default, the address that the account has when the mail is sent.
   */
  queue(
    unit: UnitOfWork,
    { id, language }: Pick<User, 'id' | 'language'>,
    kind: SecurityNotice,
    address?: string,
  ): void {
    const { outbox, email } = this.deps;
    if (!email) return;
    const to = address === undefined ? {} : { address };
    outbox.put(unit, { kind, userId: id, ...to, language: language ?? BASE_LANGUAGE, domain: senderDomain(email) });
  }

  /** Wakes the mail worker. Call this after the transaction that queued the mail has been committed. */
  announce(): void {
    if (this.deps.email) this.deps.outbox.announce();
  }

  /** Writes the mail; null if the account no longer exists or the intended address has been deleted. */
  async write({ kind, userId, address, language: asked, queuedAt }: QueuedNotice): Promise<EmailContent | null> {
    const user = userId === null ? null : await this.deps.em.fork().findOne(User, { id: userId });
    const to = kind === 'address_changed' ? address : user?.email;
    if (!user || !to) return null;
    const language = languages.find((known) => known === user.language) ?? asked;
    const { subject, paragraphs, link } = this.#textsOf(kind as SecurityNotice, {
      username: linklessName(user.username),
      when: timeText(queuedAt, language, hourCycleOf(user.clock)),
    });
    const { publicUrl } = this.deps;
    const note = message('accounts.securityMail.note', { host: new URL(publicUrl).host });
    return emailContent(to, {
      language,
      subject: translate(subject, language),
      heading: translate(subject, language),
      paragraphs: paragraphs.map((paragraph) => translate(paragraph, language)),
      links: [{ label: translate(link, language), href: `${publicUrl}${OWN_ACCOUNT_PATH}` }],
      note: translate(note, language),
    });
  }

  #textsOf(kind: SecurityNotice, values: { readonly username: string; readonly when: string }) {
    if (kind === 'codes_refused') {
      return {
        subject: 'accounts.codesRefusedMail.subject',
        paragraphs: [
          message('accounts.codesRefusedMail.text', values),
          'accounts.codesRefusedMail.ifYou',
          'accounts.codesRefusedMail.ifNot',
        ],
        link: 'accounts.codesRefusedMail.link',
      } as const;
    }
    const { contact } = this.deps;
    return {
      subject: 'accounts.addressChangedMail.subject',
      paragraphs: [
        message('accounts.addressChangedMail.text', values),
        'accounts.addressChangedMail.ifYou',
        'accounts.addressChangedMail.ifNot',
        contact === undefined
          ? 'accounts.addressChangedMail.ask'
          : message('accounts.addressChangedMail.askContact', { contact }),
      ],
      link: 'accounts.addressChangedMail.link',
    } as const;
  }
}
