import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { CACHE } from './cache.ts';
import { attempt, run } from './run.ts';

export type Suite = 'bookworm' | 'trixie';

/** Debian's version numbers, for the report. */
export const SUITES: Readonly<Record<Suite, number>> = { bookworm: 12, trixie: 13 };

/** Packages of a minimal server besides the essential ones: neither Node.js nor anything to build with. */
const PACKAGES = 'systemd,systemd-sysv,dbus,procps,ca-certificates';

/**
 * Returns the name of an image of a minimal Debian that boots systemd, made of the packages of Debian's mirror. Its
 * content is cached.
 */
export async function debianRoot(suite: Suite): Promise<string> {
  const image = imageOf(suite);
  const { code } = await attempt(['podman', 'image', 'exists', image]);
  if (code === 0) return image;
  const archive = `${CACHE}/debian-${SUITES[suite]}.tar`;
  if (!existsSync(archive)) {
    mkdirSync(CACHE, { recursive: true });
    await run(['mmdebstrap', '--variant=minbase', `--include=${PACKAGES}`, suite, `${archive}.part.tar`]);
    renameSync(`${archive}.part.tar`, archive);
  }
  await run(['podman', 'import', '--change', 'CMD ["/lib/systemd/systemd"]', archive, image]);
  return image;
}

/** Removes the images from podman; the cache stays. */
export async function removeDebianRoots(): Promise<void> {
  for (const suite of Object.keys(SUITES)) await attempt(['podman', 'rmi', imageOf(suite as Suite)]);
}

function imageOf(suite: Suite): string {
  return `localhost/vigia-check-debian:${SUITES[suite]}`;
}
