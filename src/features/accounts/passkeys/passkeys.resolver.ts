import { Arg, Authorized, Ctx, Directive, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { ownOrigin } from '../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import {
  ASKS_AGAIN,
  asksNothing,
  audited,
  boundedBy,
  FACTOR_SETUP_FIELD,
  longTexts,
  NO_PERSONAL_TOKEN,
  notAudited,
} from '../../../platform/graphql/field-marks.js';
import { requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { localId } from '../../../shared/global-id.js';
import { PasskeyType, shapePasskey } from './passkey.type.js';
import type { PasskeyLogin } from './passkey-login.js';
import { RESPONSE_MAX_LENGTH } from './passkey-response.js';
import type { Passkeys } from './passkeys.js';

interface PasskeysDeps {
  readonly passkeys: Passkeys;
  readonly passkeyLogin: PasskeyLogin;
}

/** Lets callers manage their passkeys (contract 14). */
@Resolver()
export class PasskeysResolver {
  constructor(private readonly deps: PasskeysDeps) {}

  @Authorized()
  @Extensions({ ...FACTOR_SETUP_FIELD, ...NO_PERSONAL_TOKEN })
  @Query(() => [PasskeyType], { description: 'The passkeys of the caller, the newest first; at most twenty.' })
  async passkeys(@Ctx() context: GraphQLContext): Promise<PasskeyType[]> {
    const { userId } = await requireViewer(context);
    return (await this.deps.passkeys.ofUser(userId)).map((passkey) => shapePasskey(passkey));
  }

  @Authorized()
  @Extensions({ ...FACTOR_SETUP_FIELD, ...NO_PERSONAL_TOKEN })
  @Query(() => String, {
    nullable: true,
    description: 'Origin whose pages can use passkeys, that of PUBLIC_URL; null if browsers allow none there.',
  })
  async passkeyOrigin(): Promise<string | null> {
    return this.deps.passkeys.origin;
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...FACTOR_SETUP_FIELD,
    ...NO_PERSONAL_TOKEN,
    ...ASKS_AGAIN,
    ...notAudited('nothing changes before addPasskey'),
  })
  @Mutation(() => String, {
    description:
      'Options for creating a passkey in a browser: PublicKeyCredentialCreationOptionsJSON. Valid for five minutes.',
  })
  async beginPasskey(@Ctx() context: GraphQLContext): Promise<string> {
    return this.deps.passkeys.begin(await requireViewer(context));
  }

  @Authorized()
  @Extensions({
    ...longTexts({ response: RESPONSE_MAX_LENGTH }),
    ...FACTOR_SETUP_FIELD,
    ...NO_PERSONAL_TOKEN,
    ...boundedBy('own changes'),
    ...ASKS_AGAIN,
    ...audited('passkey_add'),
  })
  @Mutation(() => PasskeyType, {
    description:
      "Adds a passkey created by a browser. An account has up to twenty. An account's first second factor ends all other sessions and all tokens.",
  })
  async addPasskey(
    @Arg('response', () => String, { description: "The browser's response, as JSON." }) response: string,
    @Arg('name', () => String, { description: 'From 1 to 80 characters.' }) name: string,
    @Ctx() context: GraphQLContext,
  ): Promise<PasskeyType> {
    const viewer = await requireViewer(context);
    const origin = ownOrigin(context, viewer);
    const { passkey, recoveryCodes } = await this.deps.passkeys.add(viewer, { response, name }, origin);
    return shapePasskey(passkey, recoveryCodes);
  }

  @Authorized()
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...boundedBy('own changes'),
    ...asksNothing('a name decides nothing, and can be given back'),
    ...audited('passkey_rename'),
  })
  @Mutation(() => PasskeyType, { description: 'Renames a passkey of the caller.' })
  async renamePasskey(
    @Arg('id', () => ID, { description: 'Id of one of `passkeys`.' }) id: string,
    @Arg('name', () => String, { description: 'From 1 to 80 characters.' }) name: string,
    @Ctx() context: GraphQLContext,
  ): Promise<PasskeyType> {
    const viewer = await requireViewer(context);
    return shapePasskey(
      await this.deps.passkeys.rename(viewer, localId(id, 'Passkey'), name, ownOrigin(context, viewer)),
    );
  }

  @Authorized()
  @Directive('@rateLimit(limit: 20, duration: 600)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('passkey_remove') })
  @Mutation(() => Boolean, { description: 'Removes a passkey of the caller. Ends all other sessions, and all tokens.' })
  async removePasskey(
    @Arg('id', () => ID, { description: 'Id of one of `passkeys`.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    const viewer = await requireViewer(context);
    await this.deps.passkeys.remove(viewer, localId(id, 'Passkey'), ownOrigin(context, viewer));
    return true;
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...FACTOR_SETUP_FIELD,
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('it is how a passkey is given again'),
    ...notAudited('nothing changes before reauthenticate'),
  })
  @Mutation(() => String, {
    description:
      'Options for proving a passkey of the caller to `reauthenticate`: PublicKeyCredentialRequestOptionsJSON. Valid for five minutes.',
  })
  async beginPasskeyAssertion(@Ctx() context: GraphQLContext): Promise<string> {
    const { userId } = await requireViewer(context);
    return this.deps.passkeyLogin.begin({ purpose: 'reauthentication', userId });
  }
}
