import { setImmediate } from 'node:timers/promises';
import { raw, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { AuditTrail } from '../../audit/audit-trail.js';
import type { Origin } from '../../audit/origin.js';
import type { UnitOfWork } from '../../db/database.js';
import type { Clock } from '../../shared/clock.js';
import { canonicalDomain, domainAndParents, isMailDomain } from '../../shared/domain-names.js';
import { InvalidFields } from '../../shared/errors.js';
import { type Page, type PageRequest, pageOf, rowsFor } from '../../shared/page.js';
import type { Text } from '../../shared/text.js';
import { BlockedDomain } from './blocked-domain.entity.js';
import { NoSuchBlockedDomain } from './blocklist.errors.js';
import { blocklistMessages } from './blocklist.messages.js';
import type { DisposableDomains } from './disposable-domains.js';
import { isMailProvider, isPublicSuffix } from './shared-domains.js';

/** What is known of a domain before it is blocked. */
export interface DomainCheck {
  /** As it is compared: small letters, punycode. */
  readonly domain: string;
  /** The entry that blocks it already, itself or a parent domain, and whose list it is on. */
  readonly blockedBy: { readonly domain: string; readonly list: BlockingList } | undefined;
  /** How many accounts have an address at it or below it. */
  readonly accounts: number;
  /** Whether many people have their mail there. */
  readonly isProvider: boolean;
}

/** Whose list a domain is on: the one that comes with Vigia, the operator's file, or what the staff have added. */
export type BlockingList = 'own' | 'operator' | 'staff';

interface BlocklistDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly disposableDomains: DisposableDomains;
}

const USERS_AT_ONCE = 2000;

/**
 * Domains that nobody may register with: those of the files, and those that the staff add (contract 2, 3). What they
 * add is looked up at the moment of checking, so that it counts at once, for every process.
 */
export class Blocklist {
  constructor(private readonly deps: BlocklistDeps) {}

  /** Whether nobody may register with an address at this domain, in any spelling. */
  async blocks(domain: string): Promise<boolean> {
    if (this.deps.disposableDomains.blocks(domain)) return true;
    return (await this.#addedEntryFor(canonicalDomain(domain))) !== undefined;
  }

  /** What the staff have added, in alphabetical order; with `search`, those that contain it. */
  async page(search: string, { first, after }: PageRequest<readonly [string]>): Promise<Page<BlockedDomain>> {
    const wanted = searchedText(search);
    if (wanted === undefined) return pageOf<BlockedDomain>([], first, ({ domain }) => [domain]);
    const contains = { [raw("domain like ? escape '!'", [`%${wanted.replaceAll('_', '!_')}%`])]: [] };
    const where = { ...(wanted !== '' && contains), ...(after && { domain: { $gt: after[0] } }) };
    const options = { orderBy: { domain: 'asc' }, limit: rowsFor({ first }), disableIdentityMap: true } as const;
    const rows = await this.deps.em.fork().find(BlockedDomain, where, options);
    return pageOf(rows, first, ({ domain }) => [domain]);
  }

  /** What is known of a domain. @throws {InvalidFields} naming `domain` when it is none, or cannot be blocked. */
  async check(typed: string): Promise<DomainCheck> {
    const domain = blockableDomain(typed);
    const added = await this.#addedEntryFor(domain);
    const blockedBy =
      added === undefined ? this.deps.disposableDomains.entryFor(domain) : ({ domain: added, list: 'staff' } as const);
    return { domain, blockedBy, accounts: await this.#countAccounts(domain), isProvider: isMailProvider(domain) };
  }

  /**
   * Adds a domain; one that is there already stays as it is.
   *
   * @param anyway also when accounts have addresses there, or many people their mail.
   * @throws {InvalidFields} naming `domain` when it is none, cannot be blocked, or is in use.
   */
  async add(typed: string, origin: Origin, { anyway = false } = {}): Promise<BlockedDomain> {
    const { em, clock, audit } = this.deps;
    const domain = blockableDomain(typed);
    const known = await em.fork().findOne(BlockedDomain, { domain });
    if (known) return known;
    if (!anyway) await this.#rejectIfUsed(domain);
    const row = { domain, addedAt: clock.now(), addedBy: origin.by?.username ?? '' };
    try {
      await audit.withChange(origin, async (unit, record) => {
        await unit.insert(BlockedDomain, row);
        const change = { after: { domain } };
        await record({ event: 'domain_block', result: 'success', origin, username: '', change });
      });
    } catch (error) {
      // Somebody else was quicker.
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      return row;
    }
    return row;
  }

  /** Removes a domain that was added. @throws {NoSuchBlockedDomain} */
  async remove(typed: string, origin: Origin): Promise<void> {
    const domain = canonical(typed);
    if (domain === undefined) throw new NoSuchBlockedDomain();
    await this.deps.audit.withChange(origin, async (unit, record) => {
      if ((await unit.nativeDelete(BlockedDomain, { domain })) === 0) throw new NoSuchBlockedDomain();
      const change = { before: { domain } };
      await record({ event: 'domain_unblock', result: 'success', origin, username: '', change });
    });
  }

  async #addedEntryFor(domain: string | undefined): Promise<string | undefined> {
    if (domain === undefined) return undefined;
    const where = { domain: { $in: domainAndParents(domain) } };
    return (await this.deps.em.fork().findOne(BlockedDomain, where))?.domain;
  }

  async #rejectIfUsed(domain: string): Promise<void> {
    const accounts = await this.#countAccounts(domain);
    if (accounts > 0) throw atFault(blocklistMessages.inUse(accounts));
    if (isMailProvider(domain)) throw atFault(blocklistMessages.provider);
  }

  /** Addresses are kept as they were typed: each domain is brought into the form in which it is compared. */
  async #countAccounts(domain: string): Promise<number> {
    const em = this.deps.em.fork() as SqlEntityManager;
    const isBelow = new Map<string, boolean>();
    let accounts = 0;
    for (let last = 0; ; ) {
      const users = await em.execute<{ id: number; email: string }[]>(
        `select id, email from users where id > ? order by id limit ${USERS_AT_ONCE}`,
        [last],
      );
      for (const { email } of users) {
        const typed = domainOf(email);
        const known = isBelow.get(typed) ?? domainAndParents(canonicalDomain(typed) ?? '').includes(domain);
        isBelow.set(typed, known);
        if (known) accounts += 1;
      }
      const end = users.at(-1);
      if (!end || users.length < USERS_AT_ONCE) return accounts;
      last = end.id;
      await setImmediate();
    }
  }
}

/** What follows the last `@`, or all where there is none: people paste whole addresses. */
function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** The domain of an address in the form in which it is compared; undefined if none. */
function canonical(address: string): string | undefined {
  return canonicalDomain(domainOf(address));
}

/** A domain in the form in which it is kept. @throws {InvalidFields} when it is none, or one of a whole country. */
function blockableDomain(typed: string): string {
  const domain = canonical(typed);
  if (domain === undefined || !isMailDomain(domain)) throw atFault(blocklistMessages.notADomain);
  if (isPublicSuffix(domain)) throw atFault(blocklistMessages.publicSuffix);
  return domain;
}

function atFault(text: Text): InvalidFields {
  return new InvalidFields({ domain: [text] });
}

/** A part of a domain as it stands in the list; undefined for what is in none. */
function searchedText(typed: string): string | undefined {
  const text = domainOf(typed.trim().toLowerCase());
  return /^[\w.-]{0,253}$/.test(text) ? text : canonical(text);
}
