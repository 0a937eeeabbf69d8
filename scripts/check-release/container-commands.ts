import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { CACHE } from './cache.ts';

/** Puts `podman` and `buildah` that run the shell functions `container` and `image` of `<folder>/env` first in PATH. */
export function useContainersOf(folder: string): void {
  const bin = `${CACHE}/bin`;
  mkdirSync(bin, { recursive: true });
  for (const [program, shellFunction] of Object.entries({ podman: 'container', buildah: 'image' })) {
    const file = `${bin}/${program}`;
    writeFileSync(file, `#!/bin/bash\n. '${resolve(folder)}/env'\nPATH=\${PATH#*:}\n${shellFunction} "$@"\n`);
    chmodSync(file, 0o755);
  }
  process.env.PATH = [bin, process.env.PATH].join(delimiter);
}
