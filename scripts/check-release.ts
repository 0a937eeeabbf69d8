import { parseArgs } from 'node:util';
import { useContainersOf } from './check-release/container-commands.ts';
import { removeDebianRoots } from './check-release/debian-root.ts';
import { removeLoadedImages } from './check-release/load-image.ts';
import { Report, Reported } from './check-release/report.ts';
import { isThere } from './check-release/run.ts';
import { makeVersions } from './check-release/versions.ts';
import { type Way, ways } from './check-release/ways.ts';

/**
 * Makes the artifacts of the release and installs each in a clean root, where it has to serve, to survive a restart and
 * SIGKILL, to be upgraded from the version before with its data, to refuse the way back, and to be removed (promises 58,
 * 60). Needs root, and the programs that each way names; a way without them is skipped, by name.
 *
 * `--only image,deb-12` chooses ways. `--artifacts <folder>` takes what `npm run release` has made there. `--containers
 * <folder>` takes podman and buildah from the shell functions `container` and `image` in the file `env` there, for machines
 * on which they need options.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, artifacts: { type: 'string' }, containers: { type: 'string' } },
});

if (values.containers !== undefined) useContainersOf(values.containers);
const report = new Report();
const only = values.only?.split(',');
const possible: Way[] = [];
for (const way of ways) {
  if (only && !only.includes(way.name)) continue;
  const missing = await missingPrograms(way);
  if (missing.length > 0) report.skip(way.name, `${missing.join(', ')} not found`);
  else possible.push(way);
}
await check(possible).catch(rethrowUnlessReported);
await removeLoadedImages();
await removeDebianRoots();
if (!report.sumUp()) process.exitCode = 1;

async function missingPrograms({ needs }: Way): Promise<string[]> {
  const missing = [];
  for (const program of needs) if (!(await isThere(program))) missing.push(program);
  return missing;
}

/** Goes through the ways, two at a time, whether or not others have failed. */
async function check(ways: readonly Way[]): Promise<void> {
  const artifacts = [...new Set(ways.map(({ artifact }) => artifact))];
  if (artifacts.length === 0) return;
  const make = () => makeVersions(artifacts, values.artifacts);
  const versions = await report.step('artifacts', 'are made, each with its sum', make);
  const waiting = ways.values();
  const checkOneAfterAnother = async () => {
    for (const way of waiting) await way.check(report, versions).catch(rethrowUnlessReported);
  };
  // Installing mostly waits for the disk, and the service for its start.
  await Promise.all([checkOneAfterAnother(), checkOneAfterAnother()]);
}

function rethrowUnlessReported(error: unknown): void {
  if (!(error instanceof Reported)) throw error;
}
