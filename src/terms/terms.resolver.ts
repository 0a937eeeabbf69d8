import {
  Arg,
  Authorized,
  Ctx,
  Extensions,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import type { GraphQLContext } from '../graphql/context.js';
import { SHARED_FIELD } from '../graphql/field-marks.js';
import { requireViewer } from '../graphql/viewer-guard.js';
import { SHOWN_TERMS_TOPIC, type ShownChange, type ShownTerms } from './shown-terms.js';
import { ShownTermsType, shownTermsOf, TermsType, termsOf } from './terms.type.js';
import type { TermsReaders } from './terms-readers.js';
import { versionOf } from './version-id.js';

interface TermsDeps {
  readonly shownTerms: ShownTerms;
  readonly termsReaders: TermsReaders;
}

/** The terms as signed-in users see them (contract 2, 6). */
@Resolver(() => TermsType)
export class TermsResolver {
  constructor(private readonly deps: TermsDeps) {}

  @Authorized()
  @Query(() => TermsType, { nullable: true, description: 'The terms that are shown; null while no version is active.' })
  async terms(): Promise<TermsType | null> {
    const shown = await this.deps.shownTerms.current();
    return shown && termsOf(shown);
  }

  @FieldResolver(() => String, { description: 'The text as HTML that is safe to show: its headings begin with h2.' })
  html(@Root() { shown }: TermsType): Promise<string> {
    return this.deps.shownTerms.html(shown);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'When the caller first saw this version, ISO 8601, UTC; null until then.',
  })
  async seenAt(@Root() { shown }: TermsType, @Ctx() context: GraphQLContext): Promise<string | null> {
    const { userId } = await requireViewer(context);
    const seenAt = await this.deps.termsReaders.seenAt(userId, shown.id);
    return seenAt?.toISOString() ?? null;
  }

  @Authorized()
  @Mutation(() => String, {
    description: 'Records that the caller has seen a version; returns when that was first recorded. ISO 8601, UTC.',
  })
  async markTermsSeen(@Arg('version', () => ID) version: string, @Ctx() context: GraphQLContext): Promise<string> {
    const viewer = await requireViewer(context);
    return (await this.deps.termsReaders.mark(viewer, versionOf(version))).toISOString();
  }

  @Authorized()
  @Extensions(SHARED_FIELD)
  @Subscription(() => ShownTermsType, {
    nullable: true,
    description: 'Which terms are shown: at once, and whenever they change. Null while no version is active.',
    topics: SHOWN_TERMS_TOPIC,
  })
  termsChanged(@Root() { shown }: ShownChange): ShownTermsType | null {
    return shown && shownTermsOf(shown);
  }
}
