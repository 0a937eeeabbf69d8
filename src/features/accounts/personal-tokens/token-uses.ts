import type { UnitOfWork } from '../../../platform/db/database.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { growingCache } from '../../../shared/growing-cache.js';
import type { Clock } from '../../../shared/time/clock.js';
import { PersonalAccessToken } from './personal-access-token.entity.js';

/** As many tokens as their last uses are remembered of. */
const REMEMBERED_MAX = 10_000;

/** A token that is used from many addresses is written down at most so often. */
const ADDRESS_CHANGE_MS = 3_600_000;

interface LastUse {
  readonly day: string;
  readonly address: string;
  /** When it was written down. */
  readonly atMs: number;
}

interface TokenUsesDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: ReportFailure;
}

/**
 * Writes down when and from where tokens were used last: the first use of a day, and another address at most once an hour,
 * at each node. What a program does all day long must not become a write for each call.
 */
export class TokenUses {
  readonly #last = growingCache<number, LastUse>(REMEMBERED_MAX);

  constructor(private readonly deps: TokenUsesDeps) {}

  /** To be called with each use. Never waits, and never fails: a call is not refused because this cannot be written. */
  note(tokenId: number, address: string): void {
    const now = this.deps.clock.now();
    const use: LastUse = { day: now.toISOString().slice(0, 10), address, atMs: now.getTime() };
    const last = this.#last.get(tokenId);
    if (last?.day === use.day && (last.address === address || use.atMs - last.atMs < ADDRESS_CHANGE_MS)) return;
    this.#last.set(tokenId, use);
    void this.deps.em
      .fork()
      .nativeUpdate(PersonalAccessToken, { id: tokenId }, { lastUsedOn: use.day, lastUsedAddress: address })
      .catch(this.deps.report);
  }
}
