import { appendFileSync, copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the build puts the parts of the agent's archive, and its installer. */
const PARTS = 'dist/agent';

/**
 * Puts what the agent needs besides its program beside it: how it is started and installed, and the native parts and licences
 * of packages for this machine, if they are installed (on 64-bit Linux).
 */
export function copyAgentParts(): void {
  const copy = (from: string, name: string) => existsSync(from) && copyFileSync(from, join(PARTS, name));
  copy('deploy/agent/vigia-agent', 'vigia-agent');
  copy('deploy/agent/install.sh', 'install.sh');
  copy('deploy/vigia-agent.service', 'vigia-agent.service');
  copy(`node_modules/node-linux-${process.arch}/LICENSE`, 'LICENSE.nodejs');
  copy(koffiOf(process.arch, 'node_modules'), `koffi-${process.arch}.node`);
  appendFileSync(join(PARTS, 'third-party-licences.txt'), `\n${koffiLicence()}`);
}

/** Returns the package with koffi's native part for a processor, for systems with glibc. */
export function koffiPackage(processor: string): string {
  return `@koromix/koffi-linux-${processor}`;
}

/** Returns the place of that part below a folder of packages. */
export function koffiOf(processor: string, packages: string): string {
  return join(packages, koffiPackage(processor), `linux_${processor}/koffi.node`);
}

/** The packages with the native part bring no text of their licence. */
function koffiLicence(): string {
  const { version } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[
    `node_modules/${koffiPackage('x64')}`
  ];
  return `## koffi - ${version} (MIT)\n\n${readFileSync('deploy/agent/koffi-licence.txt', 'utf8')}`;
}
