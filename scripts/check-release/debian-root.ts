import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { CACHE } from './cache.ts';
import { attempt, run } from './run.ts';

export type Suite = 'bookworm' | 'trixie';

/** Debian's version numbers, for the report. */
export const SUITES: Readonly<Record<Suite, number>> = { bookworm: 12, trixie: 13 };

/** Packages of a minimal server besides the essential ones: neither Node.js nor anything to build with. */
const PACKAGES = 'systemd,systemd-sysv,dbus,procps,ca-certificates,curl,xz-utils';

/**
 * Returns the name of an image of a minimal Debian that boots systemd, made of the packages of Debian's mirror. Its
 * content is cached.
 */
export function debianRoot(suite: Suite): Promise<string> {
  made[suite] ??= makeImage(suite);
  return made[suite];
}

const made: Partial<Record<Suite, Promise<string>>> = {};

async function makeImage(suite: Suite): Promise<string> {
  const archive = `${CACHE}/debian-${SUITES[suite]}-with-curl.tar`;
  if (!existsSync(archive)) {
    mkdirSync(CACHE, { recursive: true });
    await run(['mmdebstrap', '--variant=minbase', `--include=${PACKAGES}`, suite, `${archive}.part.tar`]);
    renameSync(`${archive}.part.tar`, archive);
  }
  const image = `localhost/vigia-check-debian:${SUITES[suite]}`;
  await run(['podman', 'import', '--change', 'CMD ["/lib/systemd/systemd"]', archive, image]);
  return image;
}

/** Removes the images that were made; the cache stays. */
export async function removeDebianRoots(): Promise<void> {
  for (const image of Object.values(made)) await attempt(['podman', 'rmi', await image]);
}
