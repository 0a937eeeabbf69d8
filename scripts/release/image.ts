import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeFiles } from './copy-files.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { nameImage, writeLayout } from './oci-layout.ts';
import { isInstalled, ReleaseFailure, run } from './run.ts';
import { commitTime, type SourceTree } from './source-tree.ts';

interface Build {
  readonly tree: SourceTree;
  /** Name of the image with its version. */
  readonly tag: string;
  /** Folder for the image in the layout of the Open Container Initiative. */
  readonly layout: string;
}

/** Writes `vigia-<version>-oci.tar`, which Docker and Podman load as `vigia:<version>`, by the tree's `Dockerfile`. */
export function makeImage(tree: SourceTree, out: string): void {
  inTemporaryFolder((folder) => {
    const layout = join(folder, 'image');
    mkdirSync(layout);
    const tag = `vigia:${tree.version}`;
    builder()({ tree, tag, layout });
    nameImage(layout, tag);
    normalizeFiles(layout, commitTime(tree));
    const owner = ['--owner=0', '--group=0', '--numeric-owner', '--format=ustar', '--sort=name'];
    const file = join(out, `vigia-${tree.version}-oci.tar`);
    run('tar', [
      '--create',
      ...owner,
      '--file',
      file,
      '--directory',
      layout,
      'blobs',
      'index.json',
      'manifest.json',
      'oci-layout',
    ]);
  });
}

/** Returns the builder that is installed. @throws {ReleaseFailure} if there is none. */
function builder(): (build: Build) => void {
  if (isInstalled('docker', 'buildx', 'inspect')) return buildWithDocker;
  if (isInstalled('buildah', '--version')) return buildWithBuildah;
  throw new ReleaseFailure('The image needs buildah, or Docker with buildx; --only npm,deb,sbom does without.');
}

/** The times of all files are that of the commit; statements of where it was built would differ each time. */
function buildWithDocker({ tree, tag, layout }: Build): void {
  const output = `type=oci,dest=${layout},tar=false,rewrite-timestamp=true`;
  const env = { SOURCE_DATE_EPOCH: String(commitTime(tree)) };
  run('docker', ['buildx', 'build', '--provenance=false', '--tag', tag, '--output', output, tree.folder], { env });
}

/** A format of the Open Container Initiative would lose the health check, so it is written from Docker's. */
function buildWithBuildah({ tree, tag, layout }: Build): void {
  const name = `localhost/${tag}`;
  const time = ['--timestamp', String(commitTime(tree))];
  run('buildah', ['build', '--format', 'docker', ...time, '--tag', name, tree.folder]);
  inTemporaryFolder((folder) => {
    run('buildah', ['push', name, `dir:${folder}`]);
    writeLayout(folder, layout);
  });
  run('buildah', ['rmi', name]);
}
