import { Authorized, Extensions, Query, Resolver } from 'type-graphql';
import { scope } from '../../../platform/graphql/field-marks.js';
import { OPERATOR } from '../../../platform/graphql/viewer-guard.js';
import { type AgentHub, installCommand } from './agent-hub.js';
import { AgentHubType } from './agent-hub.type.js';

/** Tells staff how agents reach this service (contract 13). */
@Resolver()
export class AgentHubResolver {
  constructor(private readonly deps: { readonly readAgentHub: () => AgentHub }) {}

  @Authorized(OPERATOR)
  @Extensions(scope('STAFF_READ'))
  @Query(() => AgentHubType, {
    description: 'How agents of other machines reach this service. For operators and staff.',
  })
  agentHub(): AgentHubType {
    const hub = this.deps.readAgentHub();
    return { url: hub.url, pin: hub.pin ?? null, installCommand: installCommand(hub) };
  }
}
