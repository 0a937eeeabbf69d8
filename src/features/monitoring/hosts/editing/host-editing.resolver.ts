import { Arg, Authorized, Ctx, Directive, Extensions, ID, Int, Mutation, Resolver } from 'type-graphql';
import { type Origin, operatorOrigin } from '../../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../../platform/graphql/context.js';
import { ASKS_AGAIN, asksNothing, audited, NO_PERSONAL_TOKEN } from '../../../../platform/graphql/field-marks.js';
import { OPERATOR, requireViewer } from '../../../../platform/graphql/viewer-guard.js';
import { ALL_MACHINES } from '../../../../shared/identity/machine-access.js';
import { HostType, hostOf } from '../../host.type.js';
import type { NamedHosts } from '../named-hosts.js';
import { type HostKind, HostKindType, ScrapeInput } from '../source/source.types.js';
import type { CollectorEditing } from './collector-editing.js';
import { shapeCollector } from './collectors.resolver.js';
import type { HostAndToken, HostEditing } from './host-editing.js';
import { HostTokenType } from './host-token.type.js';

interface HostEditingDeps {
  readonly hostEditing: HostEditing;
  readonly collectorEditing: CollectorEditing;
  readonly namedHosts: NamedHosts;
  readonly shownNumber: () => number | undefined;
}

const INTERVAL = "Sampling interval of an agent, 1 to 60; the service's own by default, and whenever that changes.";

/** Lets operators and staff manage hosts (contract 13). */
@Resolver()
export class HostEditingResolver {
  constructor(private readonly deps: HostEditingDeps) {}

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('host_add', 'collector_add') })
  @Mutation(() => HostTokenType, {
    description:
      'Adds a machine, at most 1,000, or a collector whose machines are added as they send. Without a kind, an agent measures it, or it is read if `scrape` is given. For operators and staff.',
  })
  async addHost(
    @Arg('name', () => String, { description: 'Name, 1 to 80 characters, unique among hosts that are not retired.' })
    name: string,
    @Arg('tags', () => [String], { nullable: true, description: 'Tags, at most 10, each of 1 to 40 characters.' })
    tags: string[] | null | undefined,
    @Arg('intervalSeconds', () => Int, { nullable: true, description: INTERVAL })
    intervalSeconds: number | null | undefined,
    @Arg('kind', () => HostKindType, { nullable: true, description: 'How it is measured.' })
    kind: HostKind | null | undefined,
    @Arg('scrape', () => ScrapeInput, { nullable: true, description: 'How the service reads it.' })
    scrape: ScrapeInput | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<HostTokenType> {
    const origin = await originOf(context);
    if (kind === 'COLLECTOR') {
      const { collector, token } = await this.deps.collectorEditing.add({ name, tags: tags ?? [] }, origin);
      return { host: null, collector: shapeCollector(collector), token };
    }
    const typed = {
      ...{ name, tags: tags ?? [], source: kind ?? undefined, scrape: scrape ?? undefined },
      intervalSeconds: intervalSeconds ?? undefined,
    };
    return this.#withToken(await this.deps.hostEditing.add(typed, origin));
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
      "Retires a machine other than the service's own: its token becomes invalid and its name available. Its history stays until it expires. For operators and staff.",
  })
  async retireHost(
    @Arg('id', () => ID, { description: 'Id of the machine.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<HostType> {
    return this.#shown(await this.deps.hostEditing.retire(id, await originOf(context)));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('host_readmit') })
  @Mutation(() => HostType, {
    description:
      'Lets a collector add a machine again that was retired, as a new host; until then it is refused. For operators and staff.',
  })
  async readmitHost(
    @Arg('id', () => ID, { description: 'Id of the retired machine.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<HostType> {
    return this.#shown(await this.deps.hostEditing.readmit(id, await originOf(context)));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('host_new_token') })
  @Mutation(() => HostTokenType, {
    description:
      "Issues a new token for a machine's agent or OpenTelemetry; the previous one becomes invalid. For operators and staff.",
  })
  async renewHostToken(
    @Arg('id', () => ID, { description: 'Id of a machine that is not retired.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<HostTokenType> {
    return this.#withToken(await this.deps.hostEditing.newToken(id, await originOf(context)));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('host_scrape') })
  @Mutation(() => HostType, {
    description:
      'Sets where the service reads a machine, how often, and with which credentials. For operators and staff.',
  })
  async setHostScrape(
    @Arg('id', () => ID, { description: 'Id of a machine that the service reads.' }) id: string,
    @Arg('scrape', () => ScrapeInput, { description: 'How the service reads it from now on.' }) scrape: ScrapeInput,
    @Ctx() context: GraphQLContext,
  ): Promise<HostType> {
    return this.#shown(await this.deps.hostEditing.setScrape(id, scrape, await originOf(context)));
  }

  async #shown(number: number): Promise<HostType> {
    return hostOf(await this.deps.namedHosts.find(String(number), ALL_MACHINES), this.deps.shownNumber());
  }

  async #withToken({ number, token }: HostAndToken): Promise<HostTokenType> {
    return { host: await this.#shown(number), collector: null, token };
  }
}

async function originOf(context: GraphQLContext): Promise<Origin> {
  return operatorOrigin(context, await requireViewer(context));
}
