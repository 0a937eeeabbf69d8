import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of an image, by its sum. */
export interface Descriptor {
  readonly mediaType: string;
  /** `sha256:` and the sum in hexadecimal, by which files are named as well. */
  readonly digest: string;
  readonly size: number;
  annotations?: Record<string, string>;
}

interface Manifest {
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

const OCI = 'application/vnd.oci.image';

/**
 * Writes an image in the layout of the Open Container Initiative from a folder in Docker's format, as `buildah push`
 * writes it. The configuration stays as it is, because its health check is Docker's own addition.
 */
export function writeLayout(from: string, layout: string): void {
  const { config, layers }: Manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'));
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: `${OCI}.manifest.v1+json`,
    config: { ...config, mediaType: `${OCI}.config.v1+json` },
    layers: layers.map((layer) => ({ ...layer, mediaType: `${OCI}.layer.v1.tar+gzip` })),
  });
  const sum = createHash('sha256').update(manifest).digest('hex');
  const blobs = join(layout, 'blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  for (const { digest } of [config, ...layers]) {
    const name = digest.slice('sha256:'.length);
    copyFileSync(join(from, name), join(blobs, name));
  }
  writeFileSync(join(blobs, sum), manifest);
  writeFileSync(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  const descriptor = {
    mediaType: `${OCI}.manifest.v1+json`,
    digest: `sha256:${sum}`,
    size: Buffer.byteLength(manifest),
  };
  writeFileSync(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [descriptor] }));
}

/**
 * Names the image where the engines look for it: containerd and Podman in annotations of the index, Docker with its
 * older store in a file of its own.
 */
export function nameImage(layout: string, tag: string): void {
  const read = (path: string) => JSON.parse(readFileSync(join(layout, path), 'utf8'));
  const blob = ({ digest }: Descriptor) => `blobs/${digest.replace(':', '/')}`;
  const index: { manifests: [Descriptor] } = read('index.json');
  const [image] = index.manifests;
  image.annotations = {
    'io.containerd.image.name': `docker.io/library/${tag}`,
    'org.opencontainers.image.ref.name': tag,
  };
  const { config, layers }: Manifest = read(blob(image));
  const manifest = [{ Config: blob(config), RepoTags: [tag], Layers: layers.map(blob) }];
  writeFileSync(join(layout, 'index.json'), JSON.stringify(index));
  writeFileSync(join(layout, 'manifest.json'), JSON.stringify(manifest));
}
