import { Arg, Authorized, Ctx, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../graphql/context.js';
import { CREDENTIAL_FIELD } from '../graphql/field-marks.js';
import { requireViewer } from '../graphql/viewer-guard.js';
import type { Theme } from '../shared/preferences.js';
import type { Language } from '../shared/text.js';
import type { AccountChanges } from './account-changes.js';
import { NoSuchSession } from './accounts.errors.js';
import type { AuditTrail } from './audit-trail.js';
import { browserName } from './browser-name.js';
import { ChangePasswordInput } from './change-password.input.js';
import { originOf } from './origin.js';
import type { OwnProfile } from './own-profile.js';
import { LanguageChoice, PreferencesType, ThemeChoice } from './preferences.type.js';
import { ProfileInput } from './profile.input.js';
import { publicSessionId } from './session.entity.js';
import { SessionType } from './session.type.js';
import type { Sessions } from './sessions.js';
import { ownUser, UserType } from './user.type.js';

interface OwnAccountParts {
  readonly ownProfile: OwnProfile;
  readonly sessions: Sessions;
  readonly accountChanges: AccountChanges;
  readonly audit: AuditTrail;
}

/** What people do with their own account (contract §2, `/conta/`; contract §3). */
@Resolver()
export class OwnAccountResolver {
  constructor(private readonly parts: OwnAccountParts) {}

  @Authorized()
  @Query(() => [SessionType], { description: 'Where the caller is signed in, the newest login first, at most 100.' })
  async sessions(@Ctx() context: GraphQLContext): Promise<SessionType[]> {
    const { userId, credential } = await requireViewer(context);
    const sessions = await this.parts.sessions.listOf(userId);
    return sessions.map((session) => ({
      id: publicSessionId(session),
      createdAt: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      address: session.address,
      browser: browserName(session.userAgent),
      isCurrent: credential.kind === 'session' && credential.sessionId === session.id,
    }));
  }

  @Authorized()
  @Mutation(() => Boolean, { description: "Ends one of the caller's sessions, with its sockets." })
  async endSession(@Arg('id', () => ID) id: string, @Ctx() context: GraphQLContext): Promise<boolean> {
    const { userId, username } = await requireViewer(context);
    const sessions = await this.parts.sessions.listOf(userId);
    const session = sessions.find((candidate) => publicSessionId(candidate) === id);
    if (!session) throw new NoSuchSession();
    await this.parts.sessions.endById(session.id);
    await this.parts.audit.record({
      event: 'session_end',
      result: 'success',
      origin: originOf(context),
      username,
      userId,
    });
    return true;
  }

  @Authorized()
  @Mutation(() => Boolean, { description: 'Ends every other session of the caller, and all tokens.' })
  async endOtherSessions(@Ctx() context: GraphQLContext): Promise<boolean> {
    await this.parts.accountChanges.endOtherSessions(await requireViewer(context), originOf(context));
    return true;
  }

  @Authorized()
  @Query(() => PreferencesType, { description: 'How the caller wants the pages.' })
  async preferences(@Ctx() context: GraphQLContext): Promise<PreferencesType> {
    return (await requireViewer(context)).preferences;
  }

  @Authorized()
  @Mutation(() => PreferencesType, { description: 'Changes how the caller wants the pages; what is left out stays.' })
  async changePreferences(
    @Arg('language', () => LanguageChoice, { nullable: true }) language: Language | null | undefined,
    @Arg('theme', () => ThemeChoice, { nullable: true }) theme: Theme | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<PreferencesType> {
    const viewer = await requireViewer(context);
    return this.parts.ownProfile.changePreferences(viewer, {
      language: language ?? viewer.preferences.language,
      theme: theme ?? viewer.preferences.theme,
    });
  }

  @Authorized()
  @Mutation(() => UserType, { description: 'Changes the own first name and e-mail address.' })
  async changeProfile(
    @Arg('input', () => ProfileInput) input: ProfileInput,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const viewer = await requireViewer(context);
    return ownUser({ ...viewer, ...(await this.parts.ownProfile.change(viewer, input, originOf(context))) });
  }

  @Authorized()
  @Extensions(CREDENTIAL_FIELD)
  @Mutation(() => Boolean, {
    description: 'Changes the own password. Every session but the one that asks ends, and all tokens.',
  })
  async changePassword(
    @Arg('input', () => ChangePasswordInput) input: ChangePasswordInput,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    await this.parts.accountChanges.changeOwnPassword(await requireViewer(context), input, originOf(context));
    return true;
  }
}
