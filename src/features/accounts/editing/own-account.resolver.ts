import { Arg, Args, Authorized, Ctx, Directive, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { ownOrigin } from '../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import {
  asksAgainInRule,
  asksNothing,
  audited,
  boundedBy,
  CREDENTIAL_FIELD,
  FACTOR_SETUP_FIELD,
  NO_PERSONAL_TOKEN,
  neverRefused,
  notAudited,
} from '../../../platform/graphql/field-marks.js';
import { requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { globalId, localId } from '../../../shared/global-id.js';
import type { AllSessions } from '../sessions/all-sessions.js';
import { browserName } from '../sessions/browser-name.js';
import { publicSessionId } from '../sessions/session.entity.js';
import { SessionType } from '../sessions/session.type.js';
import type { Sessions } from '../sessions/sessions.js';
import { givenPreferences, PreferencesArgs, PreferencesType, shapePreferences } from '../users/preferences.type.js';
import { ownUser, UserType } from '../users/user.type.js';
import type { AccountChanges } from './account-changes.js';
import { ChangePasswordInput } from './change-password.input.js';
import type { OwnProfile } from './own-profile.js';
import { ProfileInput } from './profile.input.js';

interface OwnAccountDeps {
  readonly ownProfile: OwnProfile;
  readonly sessions: Sessions;
  readonly allSessions: AllSessions;
  readonly accountChanges: AccountChanges;
}

/** Users' operations on their own account (contract 2, `/conta/`; contract 3). */
@Resolver()
export class OwnAccountResolver {
  constructor(private readonly deps: OwnAccountDeps) {}

  @Authorized()
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => [SessionType], {
    description: 'The active sessions of the caller, the newest login first, at most 100.',
  })
  async sessions(@Ctx() context: GraphQLContext): Promise<SessionType[]> {
    const { userId, credential } = await requireViewer(context);
    const sessions = await this.deps.sessions.listOf(userId);
    return sessions.map((session) => ({
      id: globalId('Session', publicSessionId(session)),
      createdAt: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      address: session.address,
      browser: browserName(session.userAgent),
      isCurrent: credential.kind === 'session' && credential.sessionId === session.id,
    }));
  }

  @Authorized()
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...neverRefused("a thief could use it up to keep the owner from ending the thief's session"),
    ...asksNothing('an owner must be able to end what a thief has without delay'),
    ...audited('session_end'),
  })
  @Mutation(() => Boolean, { description: "Ends one of the caller's sessions and its sockets." })
  async endSession(
    @Arg('id', () => ID, { description: 'Id of one of `sessions`.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    const viewer = await requireViewer(context);
    const { userId, username } = viewer;
    await this.deps.allSessions.end(
      { id: userId, username },
      localId(id, 'Session', 'LiveSession'),
      ownOrigin(context, viewer),
    );
    return true;
  }

  @Authorized()
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...neverRefused("a thief could use it up to keep the owner from ending the thief's session"),
    ...asksNothing('an owner must be able to end what a thief has without delay'),
    ...audited('other_sessions_end'),
  })
  @Mutation(() => Boolean, { description: 'Ends all other sessions of the caller, and all tokens.' })
  async endOtherSessions(@Ctx() context: GraphQLContext): Promise<boolean> {
    const viewer = await requireViewer(context);
    await this.deps.accountChanges.endOtherSessions(viewer, ownOrigin(context, viewer));
    return true;
  }

  @Authorized()
  @Extensions({ ...FACTOR_SETUP_FIELD, ...NO_PERSONAL_TOKEN })
  @Query(() => PreferencesType, { description: 'The preferences of the caller.' })
  async preferences(@Ctx() context: GraphQLContext): Promise<PreferencesType> {
    return shapePreferences((await requireViewer(context)).preferences);
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('it changes what the caller sees'),
    ...notAudited('it changes what the caller sees'),
  })
  @Mutation(() => PreferencesType, {
    description: 'Changes the preferences of the caller; omitted ones stay as they are.',
  })
  async changePreferences(
    @Args(() => PreferencesArgs) wanted: PreferencesArgs,
    @Ctx() context: GraphQLContext,
  ): Promise<PreferencesType> {
    const viewer = await requireViewer(context);
    const given = givenPreferences(wanted);
    return shapePreferences(await this.deps.ownProfile.changePreferences(viewer, given, ownOrigin(context, viewer)));
  }

  @Authorized()
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...boundedBy('own changes'),
    ...asksAgainInRule('another e-mail address'),
    ...audited('profile_change'),
  })
  @Mutation(() => UserType, {
    description:
      'Changes the first name and the e-mail address of the caller; changing the address requires a recent password or passkey.',
  })
  async changeProfile(
    @Arg('input', () => ProfileInput, { description: 'Both are replaced.' }) input: ProfileInput,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const viewer = await requireViewer(context);
    const stored = await this.deps.ownProfile.change(viewer, input, ownOrigin(context, viewer));
    return ownUser({ ...viewer, ...stored });
  }

  @Authorized()
  @Extensions({
    ...CREDENTIAL_FIELD,
    ...NO_PERSONAL_TOKEN,
    ...boundedBy('own changes'),
    ...asksNothing('it takes the present password itself'),
    ...audited('password_change'),
  })
  @Mutation(() => Boolean, {
    description: 'Changes the password of the caller. Ends all other sessions, and all tokens.',
  })
  async changePassword(
    @Arg('input', () => ChangePasswordInput, { description: 'Old password and new one.' }) input: ChangePasswordInput,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    const viewer = await requireViewer(context);
    await this.deps.accountChanges.changeOwnPassword(viewer, input, ownOrigin(context, viewer));
    return true;
  }
}
