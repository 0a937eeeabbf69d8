import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Authorized,
  Ctx,
  Directive,
  Extensions,
  FieldResolver,
  ID,
  Info,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import type { GraphQLContext } from '../../platform/graphql/context.js';
import { DateTime } from '../../platform/graphql/date-time.scalar.js';
import { asksNothing, NO_PERSONAL_TOKEN, notAudited, SHARED_FIELD } from '../../platform/graphql/field-marks.js';
import { requireScope, requireViewer } from '../../platform/graphql/viewer-guard.js';
import { SecondFactorRequired } from '../../shared/errors/errors.js';
import { SHOWN_TERMS_TOPIC, type ShownChange, type ShownTerms } from './shown-terms.js';
import { ShownTermsType, shapeShownTerms, TermsType, termsOf } from './terms.type.js';
import type { TermsReaders } from './terms-readers.js';
import { parseVersionId } from './versions/version-id.js';

interface TermsDeps {
  readonly shownTerms: ShownTerms;
  readonly termsReaders: TermsReaders;
  /** Whether the terms can be read without an account. */
  readonly publicTerms: boolean;
}

/** The terms as signed-in users see them (contract 2, 6). */
@Resolver(() => TermsType)
export class TermsResolver {
  constructor(private readonly deps: TermsDeps) {}

  // Checked in the method because the condition depends on the settings.
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => TermsType, {
    nullable: true,
    description:
      'The current terms; null while no version is active. For callers, and for visitors if the terms are public.',
  })
  async terms(@Ctx() context: GraphQLContext, @Info() info: GraphQLResolveInfo): Promise<TermsType | null> {
    if (!this.deps.publicTerms) await this.#requireReader(context, info);
    const shown = await this.deps.shownTerms.current();
    return shown && termsOf(shown);
  }

  async #requireReader(context: GraphQLContext, info: GraphQLResolveInfo): Promise<void> {
    const viewer = await requireViewer(context);
    requireScope(viewer, info);
    if (viewer.lacksSecondFactor) throw new SecondFactorRequired();
  }

  @FieldResolver(() => String, { description: 'The text as safe HTML: its headings begin with h2.' })
  html(@Root() { shown }: TermsType): Promise<string> {
    return this.deps.shownTerms.html(shown);
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'Time when the caller first saw this version, ISO 8601, UTC; null until then, and for a visitor.',
  })
  async seenAt(@Root() { shown }: TermsType, @Ctx() context: GraphQLContext): Promise<string | null> {
    const viewer = await context.viewer();
    if (!viewer) return null;
    const { userId } = viewer;
    const seenAt = await this.deps.termsReaders.seenAt(userId, shown.id);
    return seenAt?.toISOString() ?? null;
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('it records what the caller has seen'),
    ...notAudited('the version that was seen has a row of its own'),
  })
  @Mutation(() => DateTime, {
    description: 'Records that the caller has seen a version; returns the time of the first record. ISO 8601, UTC.',
  })
  async markTermsSeen(
    @Arg('version', () => ID, { description: 'The one that `terms` gave.' }) version: string,
    @Ctx() context: GraphQLContext,
  ): Promise<string> {
    const viewer = await requireViewer(context);
    return (await this.deps.termsReaders.mark(viewer, parseVersionId(version))).toISOString();
  }

  @Authorized()
  @Extensions({ ...SHARED_FIELD, ...NO_PERSONAL_TOKEN })
  @Subscription(() => ShownTermsType, {
    nullable: true,
    description:
      'The version of the terms that is shown: immediately, and on each change. Null while no version is active.',
    topics: SHOWN_TERMS_TOPIC,
  })
  termsChanged(@Root() { shown }: ShownChange): ShownTermsType | null {
    return shown && shapeShownTerms(shown);
  }
}
