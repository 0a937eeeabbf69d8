import { randomUUID } from 'node:crypto';
import type { Language } from '../../../i18n/catalogues.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { deleteInSlices } from '../../../platform/db/delete-in-slices.js';
import { OutboxMessage } from '../../../platform/outbox/outbox-message.entity.js';
import { InvalidFields, NotFound } from '../../../shared/errors/errors.js';
import { columnsOf, type MachineAccess } from '../../../shared/identity/machine-access.js';
import { flagsOf, type Role, roleOf } from '../../../shared/identity/role.js';
import { keysetOf, type Page, type PageRequest, pageOf, rowsFor } from '../../../shared/page.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { Blocklist } from '../email-domains/blocklist.js';
import { emailFaults } from '../email-domains/email-faults.js';
import { hashOfToken, isLinkToken, type LinkTokens } from '../link-tokens.js';
import { accessOfInvitation, Invitation } from './invitation.entity.js';
import { buildLink, openAt, purposeOf } from './invitation-links.js';
import type { InvitationMail } from './invitation-mail.js';
import { TooManyInvitations } from './invitations.errors.js';

const DAY_MS = 86_400_000;

/** Lifetime of an invitation, in days. */
const INVITATION_DAYS = 7;

/** Maximum number of invitations created within their lifetime, including used and withdrawn ones. */
export const INVITATIONS_MAX = 1000;

/** Days for which an expired invitation stays in the list. */
const RETENTION_DAYS = 30;

/** An invitation as requested by staff. */
export interface InvitationForm {
  /** The only address that may register with this invitation; empty if any may. */
  readonly email: string;
  readonly role: Role;
  /** Machines that the account will see; undefined if the access policy decides when it is created. */
  readonly access?: MachineAccess | undefined;
  readonly sendMail: boolean;
}

interface NewInvitation extends Pick<Invitation, 'nonce' | 'email'> {
  readonly token: string;
  readonly form: InvitationForm;
  readonly origin: Origin;
}

interface InvitationsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly blocklist: Blocklist;
  readonly linkTokens: LinkTokens;
  readonly invitationMail: InvitationMail;
  /** Public URL of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** Manages links that each let one person create an account (contract 14, decision 063). */
export class Invitations {
  constructor(private readonly deps: InvitationsDeps) {}

  /** Returns a page of the invitations of the last few weeks, newest first. The page keys are ids. */
  async page(request: PageRequest<readonly [number]>): Promise<Page<Invitation>> {
    const { order, bound } = keysetOf(request, 'desc');
    const options = { orderBy: { id: order }, limit: rowsFor(request) } as const;
    return pageOf(
      await this.deps.em.fork().find(Invitation, bound ? { id: bound } : {}, options),
      request,
      ({ id }) => [id],
    );
  }

  /**
   * Creates an invitation that is valid for {@link INVITATION_DAYS} days and one registration.
   *
   * @param language the language of the mail, if one is sent.
   * @returns the invitation with its link, which nobody can look up later.
   * @throws {InvalidFields} naming `email` or `sendMail`.
   * @throws {TooManyInvitations} if there are already {@link INVITATIONS_MAX}.
   */
  async create(form: InvitationForm, origin: Origin, language: Language): Promise<{ link: string; made: Invitation }> {
    const { linkTokens, invitationMail, audit, publicUrl } = this.deps;
    const email = await this.#checkedEmail(form);
    const nonce = randomUUID();
    const token = linkTokens.tokenFor(purposeOf({ nonce }));
    const made = await audit.withChange(origin, async (unit, record) => {
      const invitation = await this.#insert(unit, { nonce, token, email, form, origin });
      if (form.sendMail) invitationMail.queue(unit, invitation, language);
      const change = { after: factsOf(invitation) };
      await record({ event: 'invitation_create', result: 'success', origin, username: '', change });
      return invitation;
    });
    if (form.sendMail) invitationMail.announce();
    return { link: buildLink(publicUrl, token), made };
  }

  /** Withdraws an unused invitation. @throws {NotFound} if no open invitation has this id. */
  async withdraw(id: number, origin: Origin): Promise<void> {
    const { clock, audit } = this.deps;
    await audit.withChange(origin, async (unit, record) => {
      const now = clock.now();
      const found = await unit.findOne(Invitation, { id, ...openAt(now) }, { disableIdentityMap: true });
      const changed = await unit.nativeUpdate(Invitation, { id, ...openAt(now) }, { withdrawnAt: now });
      if (!found || changed === 0) throw new NotFound('accounts.noSuchInvitation');
      const change = { before: factsOf(found) };
      await record({ event: 'invitation_withdraw', result: 'success', origin, username: '', change });
    });
  }

  /** Returns the open invitation for a token; null if there is none. */
  async find(token: string, unit: UnitOfWork = this.deps.em.fork()): Promise<Invitation | null> {
    if (!isLinkToken(token)) return null;
    const where = { tokenHash: hashOfToken(token), ...openAt(this.deps.clock.now()) };
    return unit.findOne(Invitation, where, { disableIdentityMap: true });
  }

  /**
   * Uses up an invitation for an account, within the transaction that creates the account. @returns false if it is no
   * longer open.
   */
  async use(unit: UnitOfWork, { id }: Invitation, userId: number): Promise<boolean> {
    const now = this.deps.clock.now();
    const changed = await unit.nativeUpdate(Invitation, { id, ...openAt(now) }, { usedAt: now, usedById: userId });
    return changed === 1;
  }

  async wasMailed(unit: UnitOfWork, { id }: Invitation): Promise<boolean> {
    return (await unit.count(OutboxMessage, { invitationId: id, kind: 'invitation', state: 'sent' })) > 0;
  }

  /** Deletes invitations that expired more than a month ago, in batches. */
  async prune(): Promise<void> {
    const values = [new Date(this.deps.clock.now().getTime() - RETENTION_DAYS * DAY_MS)];
    await deleteInSlices(this.deps, { table: 'invitations', where: 'expires_at <= ?', values });
  }

  async #checkedEmail({ email: typed, sendMail }: InvitationForm): Promise<string | null> {
    const { blocklist, invitationMail } = this.deps;
    const email = typed.trim();
    const faults = email === '' ? [] : await emailFaults(email, (domain) => blocklist.blocks(domain));
    if (email === '' && sendMail) throw new InvalidFields({ email: ['accounts.required'] });
    if (faults.length > 0) throw new InvalidFields({ email: faults });
    if (sendMail && !invitationMail.isOn) throw new InvalidFields({ sendMail: ['accounts.mailIsOff'] });
    return email === '' ? null : email;
  }

  async #insert(unit: UnitOfWork, { token, origin, form, ...content }: NewInvitation): Promise<Invitation> {
    const createdAt = this.deps.clock.now();
    const live = await unit.count(Invitation, { expiresAt: { $gt: createdAt } });
    if (live >= INVITATIONS_MAX) throw new TooManyInvitations(INVITATIONS_MAX);
    const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS);
    const createdById = origin.by?.userId ?? 0;
    const { machines = null, machineTags = '[]' } = form.access ? columnsOf(form.access) : {};
    const rights = { ...flagsOf(form.role), machines, machineTags };
    const row = { ...content, ...rights, tokenHash: hashOfToken(token), createdAt, createdById, expiresAt };
    const invitation = unit.create(Invitation, row);
    await unit.persist(invitation).flush();
    return invitation;
  }
}

/**
 * Withdraws the open invitations of an account that may no longer create any, in the transaction of that change, so
 * that a former staff member doesn't keep a way in.
 */
export function withdrawInvitationsOf(unit: UnitOfWork, userId: number, now: Date): Promise<number> {
  return unit.nativeUpdate(Invitation, { createdById: userId, ...openAt(now) }, { withdrawnAt: now });
}

/**
 * Returns the details for the audit trail, which outlives the list and must therefore not contain the address of
 * somebody who may never register.
 */
function factsOf(invitation: Invitation) {
  const { id, isStaff, email } = invitation;
  const { machines, machineTags } = accessOfInvitation(invitation) ?? {};
  const access = machines && { machines, ...(machines === 'TAGGED' && { machineTags }) };
  return { invitation: id, isStaff, role: roleOf(invitation), ...access, isForOneAddress: email !== null };
}
