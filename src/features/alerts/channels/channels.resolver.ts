import { Arg, Args, Authorized, Ctx, Directive, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { type Origin, staffOrigin } from '../../../platform/audit/origin.js';
import { buildConnection, type Connection } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { ASKS_AGAIN, asksNothing, audited, NO_PERSONAL_TOKEN, scope } from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { OPERATOR, requireViewer, STAFF } from '../../../platform/graphql/viewer-guard.js';
import { localId } from '../../../shared/global-id.js';
import { ChannelConnection, ChannelInput, ChannelKindType, ChannelTestType, ChannelType } from './channel.types.js';
import { type ChannelKind, channelKinds } from './channel-kinds.js';
import type { ChannelShapes } from './channel-shapes.js';
import type { ChangedChannel, Channels } from './channels.js';
import type { ChannelTests } from './delivery/channel-test.js';
import { failureText } from './delivery/failure-text.js';

interface ChannelsDeps {
  readonly channels: Channels;
  readonly channelShapes: ChannelShapes;
  readonly channelTests: ChannelTests;
  readonly mailIsOn: boolean;
}

/** Lets staff manage the channels (contract 12). */
@Resolver()
export class ChannelsResolver {
  constructor(private readonly deps: ChannelsDeps) {}

  @Authorized(OPERATOR)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(25) })
  @Query(() => ChannelConnection, {
    description: 'Channels, by name. For staff, and without their destinations for operators.',
  })
  async channels(
    @Args(() => PageArgs) paging: PageArgs,
    @Ctx() context: GraphQLContext,
  ): Promise<Connection<ChannelType>> {
    const page = await this.deps.channels.page(readPageRequest(paging, ['string']));
    const shown = await this.deps.channelShapes.of(page.items, await requireViewer(context));
    return buildConnection({ ...page, items: shown }, (channel) => channel);
  }

  @Authorized(STAFF)
  @Extensions(scope('STAFF_READ'))
  @Query(() => [ChannelKindType], {
    description: 'Kinds of channels that can send at present: EMAIL only while mail is on. For staff.',
  })
  channelKinds(): ChannelKind[] {
    const kinds = Object.keys(channelKinds) as ChannelKind[];
    return kinds.filter((kind) => kind !== 'EMAIL' || this.deps.mailIsOn);
  }

  @Authorized(OPERATOR)
  @Extensions(scope('STAFF_READ'))
  @Query(() => ChannelType, {
    nullable: true,
    description: 'A channel; null if it does not exist. For staff, and without its destination for operators.',
  })
  async channel(
    @Arg('id', () => ID, { description: 'Id of one of `channels`.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<ChannelType | null> {
    const channel = await this.deps.channels.find(localId(id, 'Channel'));
    return channel && this.deps.channelShapes.one(channel, await requireViewer(context));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('channel_create') })
  @Mutation(() => ChannelType, { description: 'Creates a channel. For staff.' })
  async createChannel(
    @Arg('input', () => ChannelInput, {
      description: 'The kind decides which fields are required; BAD_USER_INPUT names the fields that are not valid.',
    })
    input: ChannelInput,
    @Ctx() context: GraphQLContext,
  ): Promise<ChannelType> {
    const origin = await originOf(context);
    const form = { ...input, language: input.language ?? context.mailLanguage };
    return this.#changed(await this.deps.channels.create(form, origin));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('channel_update') })
  @Mutation(() => ChannelType, {
    description: 'Changes a channel. If the address moves to another host, the secret must be given again. For staff.',
  })
  async updateChannel(
    @Arg('id', () => ID, { description: 'Id of one of `channels`; NOT_FOUND for any other.' }) id: string,
    @Arg('input', () => ChannelInput, { description: 'BAD_USER_INPUT names the fields that are not valid.' })
    input: ChannelInput,
    @Ctx() context: GraphQLContext,
  ): Promise<ChannelType> {
    const origin = await originOf(context);
    return this.#changed(await this.deps.channels.update(localId(id, 'Channel'), input, origin));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('channel_delete') })
  @Mutation(() => Boolean, { description: 'Deletes a channel and its waiting messages. For staff.' })
  async deleteChannel(
    @Arg('id', () => ID, { description: 'Id of one of `channels`; NOT_FOUND for any other.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    await this.deps.channels.remove(localId(id, 'Channel'), await originOf(context));
    return true;
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 10, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('a fixed text goes to whom the channel is for'),
    ...audited('channel_test'),
  })
  @Mutation(() => ChannelTestType, {
    description: 'Sends a test through a channel and waits for the answer, up to 20 s. For staff.',
  })
  async testChannel(
    @Arg('id', () => ID, { description: 'Id of one of `channels`; NOT_FOUND for any other.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<ChannelTestType> {
    const origin = await originOf(context);
    const result = await this.deps.channelTests.test(await this.deps.channels.withId(localId(id, 'Channel')), origin);
    const { reason, answer } = result;
    return reason ? { ...result, answer: failureText(reason, answer, context.language) } : result;
  }

  async #changed({ channel, newSecret }: ChangedChannel): Promise<ChannelType> {
    return { ...(await this.deps.channelShapes.one(channel, { isStaff: true })), newSecret: newSecret ?? null };
  }
}

async function originOf(context: GraphQLContext): Promise<Origin> {
  return staffOrigin(context, await requireViewer(context));
}
