import { raw, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { type Message, message } from '../../../i18n/message.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { canonicalDomain, domainAndParents, isMailDomain } from '../../../shared/addresses/domain-names.js';
import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import { InvalidFields, NotFound } from '../../../shared/errors/errors.js';
import { keysetOf, type Page, type PageRequest, pageOf, rowsFor } from '../../../shared/page.js';
import type { Clock } from '../../../shared/time/clock.js';
import { BlockedDomain } from './blocked-domain.entity.js';
import type { DisposableDomains } from './disposable-domains.js';
import { isMailProvider } from './mail-providers.js';

/** Information about a domain for deciding whether to block it. */
export interface DomainCheck {
  /** The domain in canonical form: lower case, punycode. */
  readonly domain: string;
  /** Existing entry that blocks the domain or one of its parent domains, and the list that contains it. */
  readonly blockedBy: { readonly domain: string; readonly list: BlockingList } | undefined;
  /** Number of accounts with an e-mail address at the domain or a subdomain. */
  readonly accounts: number;
  readonly isProvider: boolean;
}

/** Source of a list: Vigia itself, the operator's file, or staff. */
export type BlockingList = 'own' | 'operator' | 'staff';

interface BlocklistDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly disposableDomains: DisposableDomains;
}

const USERS_AT_ONCE = 2000;

/**
 * Domains whose addresses are rejected at registration: those listed in files and those added by staff (contract 2, 3).
 * The latter are read from the database for every check, so a new entry takes effect immediately in every process.
 */
export class Blocklist {
  constructor(private readonly deps: BlocklistDeps) {}

  /** Whether addresses at this domain, in any spelling, are rejected. */
  async blocks(domain: string): Promise<boolean> {
    if (this.deps.disposableDomains.blocks(domain)) return true;
    return (await this.#addedEntryFor(canonicalDomain(domain))) !== undefined;
  }

  /** Returns the domains added by staff that contain `search`, in alphabetical order. */
  async page(search: string, request: PageRequest<readonly [string]>): Promise<Page<BlockedDomain>> {
    const wanted = searchedText(search);
    if (wanted === undefined) return pageOf<BlockedDomain>([], request, ({ domain }) => [domain]);
    const contains = { [raw("domain like ? escape '!'", [`%${wanted.replaceAll('_', '!_')}%`])]: [] };
    const { order, bound } = keysetOf(request, 'asc');
    const where = { ...(wanted !== '' && contains), ...(bound && { domain: bound }) };
    const options = { orderBy: { domain: order }, limit: rowsFor(request), disableIdentityMap: true } as const;
    const rows = await this.deps.em.fork().find(BlockedDomain, where, options);
    return pageOf(rows, request, ({ domain }) => [domain]);
  }

  /** Describes a domain. @throws {InvalidFields} naming `domain` when it is not a domain or must not be blocked. */
  async check(typed: string): Promise<DomainCheck> {
    const domain = await blockableDomain(typed);
    const added = await this.#addedEntryFor(domain);
    const blockedBy =
      added === undefined ? this.deps.disposableDomains.entryFor(domain) : ({ domain: added, list: 'staff' } as const);
    return { domain, blockedBy, accounts: await this.#countAccounts(domain), isProvider: isMailProvider(domain) };
  }

  /**
   * Adds a domain; an existing entry is left unchanged.
   *
   * @param anyway whether to add it even if accounts have addresses there or it is a large mail provider.
   * @throws {InvalidFields} naming `domain` when it is not a domain, must not be blocked, or is in use.
   */
  async add(typed: string, origin: Origin, { anyway = false } = {}): Promise<BlockedDomain> {
    const { em, clock, audit } = this.deps;
    const domain = await blockableDomain(typed);
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
      // Another request has added the domain in the meantime.
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      return row;
    }
    return row;
  }

  /** Removes an added domain. @throws {NotFound} */
  async remove(typed: string, origin: Origin): Promise<void> {
    const domain = canonical(typed);
    if (domain === undefined) throw new NotFound('accounts.blocklist.notAdded');
    await this.deps.audit.withChange(origin, async (unit, record) => {
      if ((await unit.nativeDelete(BlockedDomain, { domain })) === 0) throw new NotFound('accounts.blocklist.notAdded');
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
    if (accounts > 0) throw atFault(message('accounts.blocklist.inUse', { accounts }));
    if (isMailProvider(domain)) throw atFault('accounts.blocklist.provider');
  }

  /**
   * Counts the accounts at a domain or its subdomains. Addresses are stored as typed, so their domains are
   * canonicalised first.
   */
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
      await yieldToEventLoop();
    }
  }
}

/** Returns the part after the last `@`, or the whole text if there is none, since users paste whole addresses. */
function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Returns the canonical domain of an address; undefined if invalid. */
function canonical(address: string): string | undefined {
  return canonicalDomain(domainOf(address));
}

/**
 * Returns a domain in canonical form. @throws {InvalidFields} if it is not a domain, or is a public suffix, e.g.
 * `com.br`.
 */
async function blockableDomain(typed: string): Promise<string> {
  const domain = canonical(typed);
  if (domain === undefined || !isMailDomain(domain)) throw atFault('accounts.blocklist.notADomain');
  const { isPublicSuffix } = await import('./public-suffixes.js');
  if (isPublicSuffix(domain)) throw atFault('accounts.blocklist.publicSuffix');
  return domain;
}

function atFault(text: Message): InvalidFields {
  return new InvalidFields({ domain: [text] });
}

/** Normalises a search text to the form of the list's entries; undefined if no entry can contain the text. */
function searchedText(typed: string): string | undefined {
  const text = domainOf(typed.trim().toLowerCase());
  return /^[\w.-]{0,253}$/.test(text) ? text : canonical(text);
}
