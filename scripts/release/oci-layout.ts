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
 * writes it.
 */
export function writeLayout(from: string, layout: string): void {
  const blobs = join(layout, 'blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  const { config, layers }: Manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'));
  for (const { digest } of layers) copyFileSync(join(from, hexOf(digest)), join(blobs, hexOf(digest)));
  const write = (mediaType: string, value: unknown): Descriptor => {
    const content = JSON.stringify(value);
    const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
    writeFileSync(join(blobs, hexOf(digest)), content);
    return { mediaType, digest, size: Buffer.byteLength(content) };
  };
  const image = write(`${OCI}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${OCI}.manifest.v1+json`,
    config: write(`${OCI}.config.v1+json`, configuration(readFileSync(join(from, hexOf(config.digest)), 'utf8'))),
    layers: layers.map((layer) => ({ ...layer, mediaType: `${OCI}.layer.v1.tar+gzip` })),
  });
  writeFileSync(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  writeFileSync(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [image] }));
}

/** Keeps Docker's health check, and drops all that is of the container in which the image was built. */
function configuration(text: string): unknown {
  const { created, architecture, os, config, rootfs, history } = JSON.parse(text);
  const { Hostname: _, Domainname: __, ...lasting } = config;
  return { created, architecture, os, config: lasting, rootfs, history };
}

function hexOf(digest: string): string {
  return digest.slice('sha256:'.length);
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
