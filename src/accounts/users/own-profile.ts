import { LockMode } from '@mikro-orm/core';
import type { AuditTrail, Change } from '../../audit/audit-trail.js';
import type { Origin } from '../../audit/origin.js';
import { InvalidFields, NotAuthenticated } from '../../shared/errors.js';
import type { Preferences } from '../../shared/preferences.js';
import type { Quota } from '../../shared/quota.js';
import type { Viewer } from '../../shared/viewer.js';
import type { Blocklist } from '../email-domains/blocklist.js';
import { capitaliseName, checkProfile } from '../registration/registration-rules.js';
import { User } from './user.entity.js';

/** What people say about themselves and may change; as received, and as kept. */
export interface Profile {
  readonly firstName: string;
  readonly email: string;
}

interface OwnProfileDeps {
  readonly audit: AuditTrail;
  readonly blocklist: Blocklist;
  /** As for the other changes that people make to their own account. */
  readonly ownChanges: Quota;
}

/** What people change about their own account that opens no door (contract 2, `/conta/`). */
export class OwnProfile {
  constructor(private readonly deps: OwnProfileDeps) {}

  /**
   * Changes name and address, by the rules of registration, and records what was otherwise.
   *
   * @returns them as they are kept.
   * @throws {InvalidFields} naming every field that is wrong; nothing is changed then.
   * @throws {RateLimited} after too many changes of one day.
   */
  async change({ userId, username }: Viewer, typed: Profile, origin: Origin): Promise<Profile> {
    const { audit, blocklist, ownChanges } = this.deps;
    const faults = await checkProfile(typed, (domain) => blocklist.blocks(domain));
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    await ownChanges.take(`profile_change ${userId}`);
    const stored = { firstName: capitaliseName(typed.firstName), email: typed.email.trim() };
    await audit.withChange(origin, async (unit, record) => {
      const where = { id: userId, isActive: true };
      // Of changes at once, each must find what the one before it has left.
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true };
      const before = await unit.findOne(User, where, options);
      if (!before) throw new NotAuthenticated();
      await unit.nativeUpdate(User, { id: userId }, stored);
      const change = changeOf(before, stored);
      await record({ event: 'profile_change', result: 'success', origin, username, userId, change });
    });
    return stored;
  }

  /** Keeps how somebody wants the pages. @returns the same. */
  async changePreferences({ userId }: Viewer, { language, theme }: Preferences, origin: Origin): Promise<Preferences> {
    await this.deps.audit.withChange(origin, (unit) => unit.nativeUpdate(User, { id: userId }, { language, theme }));
    return { language, theme };
  }
}

/** What is not the same any more; undefined when all is. */
function changeOf(before: Profile, after: Profile): Change | undefined {
  const changed = (['firstName', 'email'] as const).filter((fact) => before[fact] !== after[fact]);
  if (changed.length === 0) return undefined;
  const factsOf = (profile: Profile) => Object.fromEntries(changed.map((fact) => [fact, profile[fact]]));
  return { before: factsOf(before), after: factsOf(after) };
}
