import type { Language } from '../../../i18n/catalogues.js';
import type { TokenScope } from '../../../shared/identity/token-scope.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { GraphQLContext } from '../context.js';

/** What an execution that serves many may know of them: what they have in common. */
export interface SharedRights {
  readonly isStaff: boolean;
  readonly language: Language;
  /** As of the viewer. */
  readonly scopes: readonly TokenScope[] | undefined;
}

/**
 * The context of an execution whose result goes to many. Its viewer has rights, but no identity and no address: to read
 * these throws, so that a field that does so by mistake fails for all subscribers instead of showing one of them data of
 * another.
 */
export function sharedContext({ isStaff, language, scopes }: SharedRights): GraphQLContext {
  const viewer: Viewer = {
    isStaff,
    scopes,
    // Who lacks one subscribes to nothing.
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
