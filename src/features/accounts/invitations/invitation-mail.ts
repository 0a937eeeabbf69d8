import type { Language } from '../../../i18n/catalogues.js';
import { message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { type EmailContent, emailContent } from '../../../platform/mail/email-template.js';
import type { Outbox } from '../../../platform/outbox/outbox.js';
import { type EmailSettings, senderDomain } from '../../../settings/email-settings.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { LinkTokens } from '../link-tokens.js';
import { Invitation } from './invitation.entity.js';
import { buildLink, openAt, purposeOf } from './invitation-links.js';

interface InvitationMailDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly outbox: Outbox;
  /** Undefined while mail is off. */
  readonly email: EmailSettings | undefined;
  readonly linkTokens: LinkTokens;
  /** Public URL of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** The mail with an invitation's link (contract 14). Contains nothing that a user has typed. */
export class InvitationMail {
  constructor(private readonly deps: InvitationMailDeps) {}

  get isOn(): boolean {
    return this.deps.email !== undefined;
  }

  /** Queues the mail in the unit of work that creates the invitation, which must be restricted to one address. */
  queue(unit: UnitOfWork, { id, email: address }: Invitation, language: Language): void {
    const { outbox, email } = this.deps;
    if (!email || address === null) return;
    const mail = { kind: 'invitation', invitationId: id, address } as const;
    outbox.put(unit, { ...mail, userId: null, language, domain: senderDomain(email) });
  }

  /** Wakes the mail worker. Call this after the transaction that queued the mail has been committed. */
  announce(): void {
    this.deps.outbox.announce();
  }

  /** Writes the mail; null if the invitation has been used or withdrawn, or has expired. */
  async write({ invitationId, language }: MailOfInvitation): Promise<EmailContent | null> {
    const { em, clock, linkTokens, publicUrl } = this.deps;
    const where = { id: invitationId ?? 0, ...openAt(clock.now()) };
    const invitation = await em.fork().findOne(Invitation, where);
    if (!invitation?.email) return null;
    const host = new URL(publicUrl).host;
    const link = buildLink(publicUrl, linkTokens.tokenFor(purposeOf(invitation)));
    return emailContent(invitation.email, {
      language,
      subject: translate('accounts.invitationMail.subject', language),
      heading: translate('accounts.invitationMail.heading', language),
      paragraphs: [
        translate(message('accounts.invitationMail.text', { host }), language),
        translate('accounts.invitationMail.holds', language),
      ],
      links: [{ label: translate('accounts.invitationMail.register', language), href: link }],
      note: translate(message('accounts.invitationMail.note', { host }), language),
    });
  }
}

interface MailOfInvitation {
  readonly invitationId: number | null;
  readonly language: Language;
}
