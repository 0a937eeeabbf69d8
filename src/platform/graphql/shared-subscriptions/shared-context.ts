import type { Language } from '../../../i18n/catalogues.js';
import type { MachineAccess } from '../../../shared/identity/machine-access.js';
import type { Role } from '../../../shared/identity/role.js';
import type { TokenScope } from '../../../shared/identity/token-scope.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { GraphQLContext } from '../context.js';

/** Properties common to all subscribers of a shared execution, and everything that it may know about them. */
export interface SharedRights extends MachineAccess {
  readonly role: Role;
  readonly language: Language;
  readonly scopes: readonly TokenScope[] | undefined;
}

/**
 * Creates the context of an execution whose result goes to many subscribers. Its viewer has rights but no identity or
 * address. Reading those throws, so a field that does so by mistake fails for everyone instead of leaking one
 * subscriber's data to another.
 */
export function sharedContext({ role, machines, machineTags, language, scopes }: SharedRights): GraphQLContext {
  const viewer: Viewer = {
    role,
    isStaff: role === 'STAFF',
    machines,
    machineTags,
    scopes,
    // Viewers that lack a second factor cannot subscribe to anything.
    lacksSecondFactor: false,
    get userId() {
      return personal('viewer.userId');
    },
    get username() {
      return personal('viewer.username');
    },
    get firstName() {
      return personal('viewer.firstName');
    },
    get email() {
      return personal('viewer.email');
    },
    get dateJoined() {
      return personal('viewer.dateJoined');
    },
    get lastLogin() {
      return personal('viewer.lastLogin');
    },
    get preferences() {
      return personal('viewer.preferences');
    },
    get credential() {
      return personal('viewer.credential');
    },
  };
  return {
    language,
    mailLanguage: language,
    transport: 'graphql',
    get address() {
      return personal('address');
    },
    now: () => personal('now'),
    viewer: async () => viewer,
    guest: async () => null,
    giveGuestCookie: () => personal('giveGuestCookie'),
  };
}

function personal(what: string): never {
  throw new Error(`A shared subscription asked for ${what}: it may depend on rights only, see SHARED_FIELD`);
}
