export type AgentKind = 'program' | 'docker';

/** Returns the command that runs an agent with its token. `hub` is the origin of this service. */
export function agentCommand(kind: AgentKind, token: string, hub: string): string {
  if (kind === 'program') return `VIGIA_AGENT_TOKEN=${token} npm run vigia -- agent --hub ${hub}`;
  return [
    'docker run --detach --name vigia-agent --restart unless-stopped',
    '--network host --pid host --volume /:/host:ro,rslave',
    `--env VIGIA_AGENT_TOKEN=${token} vigia agent --hub ${hub}`,
  ].join(' ');
}
