import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { canonicalDomain, domainAndParents, isMailDomain } from '../../../shared/addresses/domain-names.js';
import type { Logger } from '../../../shared/logger.js';

/** The list shipped with Vigia. */
const OWN_LIST = fileURLToPath(new URL('../../../../config/disposable-domains.txt', import.meta.url));

/** An entry of the shipped list or of the operator's. */
export interface DisposableEntry {
  readonly domain: string;
  readonly list: 'own' | 'operator';
}

interface DisposableDomainsDeps {
  /** File with the operator's own list, which extends ours. */
  readonly additions: string | undefined;
  readonly logger: Logger;
}

/** Domains of disposable mail, from our list and the operator's (contract 3). Each file is reread when it changes. */
export class DisposableDomains {
  readonly #lists: readonly DomainList[];

  /** @throws the system's error when a list cannot be read. */
  constructor({ additions, logger }: DisposableDomainsDeps) {
    const own = new DomainList(OWN_LIST, logger);
    this.#lists = additions === undefined ? [own] : [own, new DomainList(additions, logger).read()];
  }

  /** Whether a domain, in any spelling, or one of its parent domains is on a list. */
  blocks(domain: string): boolean {
    return this.entryFor(domain) !== undefined;
  }

  /** Returns the entry that blocks a domain or one of its parent domains, and the list that contains it. */
  entryFor(domain: string): DisposableEntry | undefined {
    const candidates = domainAndParents(canonicalDomain(domain) ?? '');
    for (const [index, list] of this.#lists.entries()) {
      const domains = list.current();
      const found = candidates.find((candidate) => domains.has(candidate));
      if (found !== undefined) return { domain: found, list: index === 0 ? 'own' : 'operator' };
    }
    return undefined;
  }
}

class DomainList {
  #domains: ReadonlySet<string> = new Set();
  #stamp = NEVER_READ;

  /** Checks that the file exists but does not read it yet. @throws the system's error if it does not exist. */
  constructor(
    private readonly file: string,
    private readonly logger: Logger,
  ) {
    readStamp(file);
  }

  /** Reads the file if it has changed. @throws the system's error if it cannot be read. */
  read(): this {
    const stamp = readStamp(this.file);
    if (stamp === this.#stamp) return this;
    this.#domains = this.#entries();
    this.#stamp = stamp;
    return this;
  }

  /** Returns the domains currently listed in the file, or those last read while the file cannot be read. */
  current(): ReadonlySet<string> {
    try {
      this.read();
    } catch (error) {
      if (this.#stamp !== UNREADABLE) this.logger.log('warn', 'A list of domains cannot be read', { error });
      this.#stamp = UNREADABLE;
    }
    return this.#domains;
  }

  #entries(): ReadonlySet<string> {
    const domains = new Set<string>();
    const lines = readFileSync(this.file, 'utf8')
      .replace(/^\ufeff/, '')
      .split(/\r?\n/);
    for (const [index, line] of lines.entries()) {
      const entry = line.replace(/#.*$/, '').trim();
      if (entry === '') continue;
      const domain = canonicalDomain(entry.replace(/^(?:@|\*\.|\.)/, ''));
      if (domain !== undefined && isMailDomain(domain)) domains.add(domain);
      else this.logger.log('warn', 'A line of a list is not a domain', { file: this.file, line: index + 1 });
    }
    return domains;
  }
}

/** Stamp of a file that has not been read yet. */
const NEVER_READ = 'never';

/** Stamp of an unreadable file. Since it differs from every real one, the file is read again. */
const UNREADABLE = '';

/** Returns a stamp that changes when a file is written or replaced. */
function readStamp(file: string): string {
  const { mtimeMs, ctimeMs, size, ino } = statSync(file);
  return [mtimeMs, ctimeMs, size, ino].join();
}
