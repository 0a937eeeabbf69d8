import type { UnitOfWork } from '../db/database.js';
import { InvalidFields } from '../shared/errors.js';
import type { Preferences } from '../shared/preferences.js';
import type { Viewer } from '../shared/viewer.js';
import type { AuditTrail } from './audit-trail.js';
import type { Blocklist } from './blocklist.js';
import type { Origin } from './origin.js';
import { capitaliseName, checkProfile } from './registration-rules.js';
import { User } from './user.entity.js';

/** What people say about themselves and may change; as received, and as kept. */
export interface Profile {
  readonly firstName: string;
  readonly email: string;
}

interface OwnProfileParts {
  readonly em: UnitOfWork;
  readonly audit: AuditTrail;
  readonly blocklist: Blocklist;
}

/** What people change about their own account that opens no door (contract §2, `/conta/`). */
export class OwnProfile {
  constructor(private readonly parts: OwnProfileParts) {}

  /**
   * Changes name and address, by the rules of registration.
   *
   * @returns them as they are kept.
   * @throws {InvalidFields} naming every field that is wrong; nothing is changed then.
   */
  async change({ userId, username }: Viewer, typed: Profile, origin: Origin): Promise<Profile> {
    const { em, audit, blocklist } = this.parts;
    const faults = checkProfile(typed, await blocklist.lookUp(typed.email));
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    const kept = { firstName: capitaliseName(typed.firstName), email: typed.email.trim() };
    await em.fork().nativeUpdate(User, { id: userId }, kept);
    await audit.record({ event: 'profile_change', result: 'success', origin, username, userId });
    return kept;
  }

  /** Keeps how somebody wants the pages. @returns the same. */
  async changePreferences({ userId }: Viewer, { language, theme }: Preferences): Promise<Preferences> {
    await this.parts.em.fork().nativeUpdate(User, { id: userId }, { language, theme });
    return { language, theme };
  }
}
