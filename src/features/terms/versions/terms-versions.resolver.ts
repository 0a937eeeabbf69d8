import { Arg, Args, Authorized, Ctx, Directive, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { buildConnection } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import {
  ASKS_AGAIN,
  audited,
  longTexts,
  NO_PERSONAL_TOKEN,
  ONE_PER_OPERATION,
  scope,
} from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { requireViewer, STAFF } from '../../../platform/graphql/viewer-guard.js';
import { CONTENT_MAX_LENGTH } from '../rendering/terms-limits.js';
import type { ShownTerms } from '../shown-terms.js';
import type { TermsReaders } from '../terms-readers.js';
import type { TermsVersion } from './terms-version.entity.js';
import type { TermsEditor, TermsVersions } from './terms-versions.js';
import { TermsDifferenceType, TermsVersionConnectionType, TermsVersionType } from './terms-versions.type.js';
import { parseVersionId } from './version-id.js';

interface TermsVersionsDeps {
  readonly termsVersions: TermsVersions;
  readonly termsReaders: TermsReaders;
  readonly shownTerms: ShownTerms;
}

/** Limit in UTF-16 code units, of which a character has at most two; `readContent` enforces the exact limit. */
const LONG_CONTENT = longTexts({ content: 2 * CONTENT_MAX_LENGTH });

/** Versions of the terms, for staff (contract 6). */
@Resolver()
export class TermsVersionsResolver {
  constructor(private readonly deps: TermsVersionsDeps) {}

  @Authorized(STAFF)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(20) })
  @Query(() => TermsVersionConnectionType, { description: 'Versions of the terms, newest first. For staff.' })
  async termsVersions(
    @Args(() => PageArgs) paging: PageArgs,
  ): Promise<InstanceType<typeof TermsVersionConnectionType>> {
    const page = await this.deps.termsVersions.list(readPageRequest(paging, ['time', 'number']));
    const shown = await this.deps.shownTerms.current();
    const readers = await this.deps.termsReaders.countOf(page.items.map(({ id }) => id));
    return buildConnection(page, ({ id, createdAt, updatedAt, isActive, length }) => ({
      version: String(id),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      isActive,
      isShown: shown?.id === id,
      length,
      seenBy: readers.get(id) ?? 0,
    }));
  }

  @Authorized(STAFF)
  @Extensions(scope('STAFF_READ'))
  @Query(() => TermsVersionType, { description: 'A version of the terms with its text. For staff.' })
  async termsVersion(
    @Arg('version', () => ID, { description: 'Version, one of `termsVersions`.' }) version: string,
  ): Promise<TermsVersionType> {
    return this.#shaped(await this.deps.termsVersions.read(parseVersionId(version)));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  // Limited here and below because long Markdown texts take a while to process.
  @Extensions({ ...LONG_CONTENT, ...ONE_PER_OPERATION, ...NO_PERSONAL_TOKEN })
  @Query(() => String, { description: 'A text as the terms page would show it: safe HTML. For staff.' })
  async previewTerms(
    @Arg('content', () => String, { description: 'Markdown, up to 200,000 characters.' }) content: string,
  ): Promise<string> {
    return this.deps.termsVersions.preview(content);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...ONE_PER_OPERATION, ...scope('STAFF_READ') })
  @Query(() => TermsDifferenceType, {
    description: 'The difference between two versions, by lines and by words within lines. For staff.',
  })
  async termsDifference(
    @Arg('from', () => ID, { description: 'First text, by its `version`.' }) from: string,
    @Arg('to', () => ID, { description: 'Second text, by its `version`.' }) to: string,
  ): Promise<TermsDifferenceType> {
    const { parts, gaveUp } = await this.deps.termsVersions.difference(parseVersionId(from), parseVersionId(to));
    return { parts: [...parts], gaveUp };
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...LONG_CONTENT,
    ...ONE_PER_OPERATION,
    ...NO_PERSONAL_TOKEN,
    ...ASKS_AGAIN,
    ...audited('terms_create'),
  })
  @Mutation(() => TermsVersionType, {
    description: 'Adds a version; an active one is shown to all users immediately. For staff.',
  })
  async createTermsVersion(
    @Arg('content', () => String, { description: 'Markdown, up to 200,000 characters.' }) content: string,
    @Arg('isActive', () => Boolean, {
      defaultValue: true,
      description: 'Whether it may be shown; of all active versions, the one created last is.',
    })
    isActive: boolean,
    @Ctx() context: GraphQLContext,
  ): Promise<TermsVersionType> {
    return this.#shaped(await this.deps.termsVersions.create(content, isActive, await identifyEditor(context)));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...LONG_CONTENT,
    ...ONE_PER_OPERATION,
    ...NO_PERSONAL_TOKEN,
    ...ASKS_AGAIN,
    ...audited('terms_update'),
  })
  @Mutation(() => TermsVersionType, {
    description: 'Changes a version; omitted fields and its position among the others stay as they are. For staff.',
  })
  async updateTermsVersion(
    @Arg('version', () => ID, { description: 'Version, one of `termsVersions`.' }) version: string,
    @Arg('content', () => String, { nullable: true, description: 'Markdown, up to 200,000 characters.' })
    content: string | null | undefined,
    @Arg('isActive', () => Boolean, { nullable: true, description: 'Whether it may be shown; omitted: as it is.' })
    isActive: boolean | null | undefined,
    @Arg('seenUpdatedAt', () => DateTime, {
      nullable: true,
      description: 'The updatedAt that the editor saw: a version that was saved since then is not overwritten.',
    })
    seenUpdatedAt: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<TermsVersionType> {
    const changes = {
      content: content ?? undefined,
      isActive: isActive ?? undefined,
      seenUpdatedAt: seenUpdatedAt ?? undefined,
    };
    return this.#shaped(
      await this.deps.termsVersions.update(parseVersionId(version), changes, await identifyEditor(context)),
    );
  }

  async #shaped({ id, createdAt, updatedAt, isActive, content }: TermsVersion): Promise<TermsVersionType> {
    const shown = await this.deps.shownTerms.current();
    return {
      version: String(id),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      isActive,
      isShown: shown?.id === id,
      content,
    };
  }
}

async function identifyEditor(context: GraphQLContext): Promise<TermsEditor> {
  const { userId, username, credential } = await requireViewer(context);
  return { userId, username, credential, address: context.address };
}
