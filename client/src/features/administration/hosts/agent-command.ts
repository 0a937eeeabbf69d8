import type { AgentHub } from './hosts.operations';

export type AgentKind = 'installed' | 'docker';

/** Returns the command that runs an agent with its token. */
export function agentCommand(kind: AgentKind, token: string, { url, pin, installCommand }: AgentHub): string {
  if (kind === 'installed') return withToken(installCommand, token);
  const plain = isPlain(url) ? ' --allow-plain-http' : '';
  return [
    'docker run --detach --name vigia-agent --restart unless-stopped',
    '--network host --pid host --volume /:/host:ro,rslave',
    `--env VIGIA_AGENT_TOKEN=${token} vigia agent --hub ${url}${pin ? ` --pin ${pin}` : ''}${plain}`,
  ].join(' ');
}

/** Gives the token to the script on standard input, where no list of processes shows it. */
function withToken(installCommand: string, token: string): string {
  const [fetched = '', options = ''] = installCommand.split(' | sudo sh -s -- ');
  return `echo ${token} | sudo sh -c "$(${fetched})" vigia-agent ${options}`;
}

/** Returns the line that upgrades an agent, which keeps its token. */
export function upgradeCommand(installCommand: string): string {
  return installCommand.replace(' --token-file -', '');
}

function isPlain(url: string): boolean {
  return url.startsWith('http:') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(url);
}
