export type AgentKind = 'program' | 'docker';

/**
 * Returns the line that installs an agent with its token, or runs it in a container. `hub` is the origin of this service,
 * and `pin` its public key if that is to be accepted in place of a certificate. The token is passed on standard input,
 * since any user of a machine can read the arguments of its processes.
 */
export function agentCommand(kind: AgentKind, token: string, hub: string, pin?: string): string {
  const pinned = pin === undefined ? '' : ` --pin ${pin}`;
  if (kind === 'program') return `echo ${token} | ${installCommand(hub, pin)} --token-file -`;
  return [
    'docker run --detach --name vigia-agent --restart unless-stopped',
    '--network host --pid host --volume /:/host:ro,rslave',
    `--env VIGIA_AGENT_TOKEN=${token} vigia agent --hub ${hub}${pinned}`,
  ].join(' ');
}

/** Returns the line that upgrades an agent, which keeps its token. */
export function installCommand(hub: string, pin?: string): string {
  const pinnedDownload = pin === undefined ? '' : `-k --pinnedpubkey ${pin.replace('/', '//')} `;
  const pinned = pin === undefined ? '' : ` --pin ${pin}`;
  return `sudo sh -c "$(curl -fsS ${pinnedDownload}${hub}/agent/install.sh)" vigia-agent --hub ${hub}${pinned}`;
}
