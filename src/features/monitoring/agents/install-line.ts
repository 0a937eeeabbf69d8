/**
 * Returns the line that installs an agent with its token, for a shell on a machine with Linux. The token is passed on standard
 * input, because any user of a machine can read the arguments of its processes; so the installer itself is an argument.
 */
export function installLine(hub: string, token: string): string {
  return `echo ${token} | sudo sh -c "$(curl -fsS ${hub}/agent/install.sh)" vigia-agent --hub ${hub} --token-file -`;
}
