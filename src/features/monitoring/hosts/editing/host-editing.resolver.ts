import { Arg, Authorized, Ctx, Directive, Extensions, ID, Int, Mutation, Resolver } from 'type-graphql';
import { type Origin, operatorOrigin } from '../../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../../platform/graphql/context.js';
import { ASKS_AGAIN, asksNothing, audited, NO_PERSONAL_TOKEN } from '../../../../platform/graphql/field-marks.js';
import { OPERATOR, requireViewer } from '../../../../platform/graphql/viewer-guard.js';
import { ALL_MACHINES } from '../../../../shared/identity/machine-access.js';
import { HostTokenType, HostType, hostOf } from '../../host.type.js';
import type { NamedHosts } from '../named-hosts.js';
import type { HostAndToken, HostEditing } from './host-editing.js';

interface HostEditingDeps {
  readonly hostEditing: HostEditing;
  readonly namedHosts: NamedHosts;
  readonly shownNumber: () => number | undefined;
}

const INTERVAL = "Sampling interval, 1 to 60; the service's own by default, and whenever that changes.";

/** Lets operators and staff manage hosts (contract 13). */
@Resolver()
export class HostEditingResolver {
  constructor(private readonly deps: HostEditingDeps) {}

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('host_add') })
  @Mutation(() => HostTokenType, {
    description: 'Adds a machine that an agent will measure; there are at most 1,000. For operators and staff.',
  })
  async addHost(
    @Arg('name', () => String, { description: 'Name, 1 to 80 characters, unique among hosts that are not retired.' })
    name: string,
    @Arg('tags', () => [String], { nullable: true, description: 'Tags, at most 10, each of 1 to 40 characters.' })
    tags: string[] | null | undefined,
    @Arg('intervalSeconds', () => Int, { nullable: true, description: INTERVAL })
    intervalSeconds: number | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<HostTokenType> {
    const typed = { name, tags: tags ?? [], intervalSeconds: intervalSeconds ?? undefined };
    return this.#withToken(await this.deps.hostEditing.add(typed, await originOf(context)));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('a name decides nothing, and can be given back'),
    ...audited('host_rename'),
  })
  @Mutation(() => HostType, { description: 'Renames a machine. For operators and staff.' })
  async renameHost(
    @Arg('id', () => ID, { description: 'Id of a machine that is not retired.' }) id: string,
    @Arg('name', () => String, {
      description: 'New name, 1 to 80 characters, unique among hosts that are not retired.',
    })
    name: string,
    @Ctx() context: GraphQLContext,
  ): Promise<HostType> {
    return this.#shown(await this.deps.hostEditing.rename(id, name, await originOf(context)));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('host_tag') })
  @Mutation(() => HostType, { description: 'Replaces the tags of a machine. For operators and staff.' })
  async setHostTags(
    @Arg('id', () => ID, { description: 'Id of a machine that is not retired.' }) id: string,
    @Arg('tags', () => [String], {
      description: 'New tags, at most 10, each of 1 to 40 characters; kept in lower case.',
    })
    tags: string[],
    @Ctx() context: GraphQLContext,
  ): Promise<HostType> {
    return this.#shown(await this.deps.hostEditing.setTags(id, tags, await originOf(context)));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('measuring more seldom hides nothing, and can be undone'),
    ...audited('host_interval'),
  })
  @Mutation(() => HostType, { description: 'Sets how often the agent of a machine measures. For operators and staff.' })
  async setHostInterval(
    @Arg('id', () => ID, { description: 'Id of a machine that is not retired.' }) id: string,
    @Arg('intervalSeconds', () => Int, { nullable: true, description: INTERVAL })
    intervalSeconds: number | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<HostType> {
    const seconds = intervalSeconds ?? undefined;
    return this.#shown(await this.deps.hostEditing.setInterval(id, seconds, await originOf(context)));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('host_retire') })
  @Mutation(() => HostType, {
    description:
      'Retires a machine that an agent measures: its token becomes invalid and its name available. Its history stays until it expires. For operators and staff.',
  })
  async retireHost(
    @Arg('id', () => ID, { description: 'Id of the machine.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<HostType> {
    return this.#shown(await this.deps.hostEditing.retire(id, await originOf(context)));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('host_new_token') })
  @Mutation(() => HostTokenType, {
    description: "Issues a new token for a machine's agent; the previous one becomes invalid. For operators and staff.",
  })
  async renewHostToken(
    @Arg('id', () => ID, { description: 'Id of a machine that is not retired.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<HostTokenType> {
    return this.#withToken(await this.deps.hostEditing.newToken(id, await originOf(context)));
  }

  async #shown(number: number): Promise<HostType> {
    return hostOf(await this.deps.namedHosts.find(String(number), ALL_MACHINES), this.deps.shownNumber());
  }

  async #withToken({ number, token }: HostAndToken): Promise<HostTokenType> {
    return { host: await this.#shown(number), token };
  }
}

async function originOf(context: GraphQLContext): Promise<Origin> {
  return operatorOrigin(context, await requireViewer(context));
}
