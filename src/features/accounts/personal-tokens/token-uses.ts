import type { UnitOfWork } from '../../../platform/db/database.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import { growingCache } from '../../../shared/growing-cache.js';
import type { Clock } from '../../../shared/time/clock.js';
import { PersonalAccessToken } from './personal-access-token.entity.js';

/** Maximum number of tokens whose last use is remembered. */
const REMEMBERED_MAX = 10_000;

/** Minimum interval between writes for a token that is used from many addresses. */
const ADDRESS_CHANGE_MS = 3_600_000;

interface LastUse {
  readonly day: string;
  readonly address: string;
  readonly atMs: number;
}

interface TokenUsesDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: ReportFailure;
}

/**
 * Records the time and address of each token's last use: the first use of a day, and a different address at most once
 * an hour, on each node. This way, a busy program doesn't cause a write with every call.
 */
export class TokenUses {
  readonly #last = growingCache<number, LastUse>(REMEMBERED_MAX);

  constructor(private readonly deps: TokenUsesDeps) {}

  /** Notes a use. Never waits or fails, since a call must not be rejected because its use cannot be recorded. */
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
