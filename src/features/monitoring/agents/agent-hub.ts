import { isLoopback } from '../../../shared/addresses/network.js';

/** How agents reach this service. */
export interface AgentHub {
  readonly url: string;
  /** Pin of the key of a service whose certificate no authority has issued; undefined for every other. */
  readonly pin: string | undefined;
}

/**
 * Returns the line that installs an agent from its hub, or upgrades it. It contains no token: `install.sh` reads that
 * from standard input.
 */
export function installCommand(hub: AgentHub): string {
  return `${fetchCommand(hub)} | sudo sh -s -- ${installOptions(hub)}`;
}

/**
 * Returns the line that installs an agent with its token. The token is passed on standard input, because any user of a
 * machine can read the arguments of its processes; so the installer itself is an argument.
 */
export function installLine(hub: AgentHub, token: string): string {
  return `echo ${token} | sudo sh -c "$(${fetchCommand(hub)})" vigia-agent ${installOptions(hub)}`;
}

function fetchCommand({ url, pin }: AgentHub): string {
  // With a pin, curl verifies the key in place of the certificate.
  const fetched = pin === undefined ? '' : ` --insecure --pinnedpubkey '${pin.replace('/', '//')}'`;
  return `curl -fsS${fetched} ${url}/agent/install.sh`;
}

function installOptions({ url, pin }: AgentHub): string {
  const { protocol, hostname } = new URL(url);
  const options = [
    `--hub ${url}`,
    ...(pin === undefined ? [] : [`--pin ${pin}`]),
    ...(protocol === 'http:' && !isLoopback(hostname) ? ['--allow-plain-http'] : []),
    '--token-file -',
  ];
  return options.join(' ');
}
