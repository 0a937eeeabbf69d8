import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeChecksums } from '../../scripts/release/checksums.ts';
import { normalizeFiles } from '../../scripts/release/copy-files.ts';
import { debUnit } from '../../scripts/release/deb-unit.ts';
import { nameImage, writeLayout } from '../../scripts/release/oci-layout.ts';
import { ReleaseFailure } from '../../scripts/release/run.ts';
import { readSourceTree } from '../../scripts/release/source-tree.ts';
import { stageApplication } from '../../scripts/release/stage-application.ts';
import { stagePackage } from '../../scripts/release/stage-package.ts';
import { temporaryFolder } from '../support/temporary-folder.js';

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

/** Writes files by their paths below a new folder. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** A checkout whose build has `express` in it and loads `native`, which needs another version of `shared` than the rest. */
function builtTree() {
  const locked = (version: string, dependencies?: Record<string, string>) => ({
    version,
    integrity: 'sha512-…',
    dependencies,
  });
  return readSourceTree(
    folderWith({
      'package.json': JSON.stringify({
        name: 'vigia',
        version: '9.8.7',
        private: true,
        scripts: { test: 'vitest' },
        dependencies: { express: '5.0.0', native: '1.0.0' },
        devDependencies: { vitest: '5.0.0' },
      }),
      'package-lock.json': JSON.stringify({
        packages: {
          'node_modules/express': locked('5.0.0', { shared: '2.0.0' }),
          'node_modules/shared': locked('2.0.0'),
          'node_modules/native': locked('1.0.0', { shared: '1.0.0' }),
          'node_modules/native/node_modules/shared': locked('1.0.0'),
          'node_modules/vitest': locked('5.0.0'),
        },
      }),
      'dist/main.js': '',
      'dist/main.js.map': '',
      'dist/.built': '',
      'dist/node_modules/packages.mjs': '',
      'dist/node_modules/packages.mjs.map': '',
      'dist/bundled-packages.json': JSON.stringify([
        { name: 'express', version: '5.0.0', identifier: 'MIT', text: 'Free.' },
      ]),
      'dist/client/.vite/bundled-packages.json': JSON.stringify([{ name: 'react', version: '19.0.0' }]),
      'node_modules/native/index.js': '',
      'node_modules/native/node_modules/shared/index.js': '',
      'deploy/install.sh': '',
      'deploy/debian/postinst': '',
      'test/main.test.ts': '',
    }),
  );
}

describe('the npm package', () => {
  test('needs only the packages that are not in the build, in exact versions', () => {
    const folder = temporaryFolder();
    stagePackage(builtTree(), folder);
    expect(readJson(folder, 'package.json').dependencies).toEqual({ native: '1.0.0' });
    const { packages } = readJson(folder, 'npm-shrinkwrap.json');
    expect(Object.keys(packages)).toEqual(['', 'node_modules/native', 'node_modules/native/node_modules/shared']);
  });

  test('has nothing that only develops it', () => {
    const folder = temporaryFolder();
    stagePackage(builtTree(), folder);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(
      expect.arrayContaining(['dist/main.js.map', 'dist/node_modules/packages.mjs', 'deploy/install.sh']),
    );
    expect(files.filter((name) => /test|debian|\.built|packages\.mjs\.map/.test(name))).toEqual([]);
    expect(Object.keys(readJson(folder, 'package.json'))).not.toEqual(expect.arrayContaining(['private']));
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).not.toMatch(/vitest|private|scripts/);
  });

  test('has the licences of the packages in the build', () => {
    const folder = temporaryFolder();
    stagePackage(builtTree(), folder);
    const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    expect(licences).toMatch(/express 5\.0\.0 \(MIT\)\n\n```\nFree\.\n```/);
    expect(licences).toContain('react 19.0.0');
  });
});

test('the application comes with the packages that it loads', () => {
  const folder = temporaryFolder();
  stageApplication(builtTree(), folder, 'x64');
  expect(existsSync(join(folder, 'node_modules/native/node_modules/shared/index.js'))).toBe(true);
  expect(existsSync(join(folder, 'bin/vigia.js'))).toBe(true);
  expect(existsSync(join(folder, 'node_modules/express'))).toBe(false);
});

test('a unit that lacks a place to derive from stops the release', () => {
  const unit = readFileSync('deploy/vigia.service', 'utf8');
  expect(debUnit(unit)).toMatch(/^User=vigia$/m);
  expect(debUnit(unit)).not.toContain('/opt/');
  expect(() => debUnit(unit.replace('DynamicUser=yes', 'DynamicUser=true'))).toThrow(ReleaseFailure);
});

test('modes and times of packed files depend on the commit alone', () => {
  const folder = folderWith({ 'a/b.txt': 'b' });
  normalizeFiles(folder, 1_000_000);
  const entries = ['', 'a', 'a/b.txt'].map((name) => statSync(join(folder, name)));
  expect(entries.map(({ mtimeMs, mode }) => [mtimeMs, mode & 0o777])).toEqual([
    [1_000_000_000, 0o755],
    [1_000_000_000, 0o755],
    [1_000_000_000, 0o644],
  ]);
});

/** Writes an image as `buildah push` does, built in the container of this name. */
function imageFrom(container: string): string {
  const config = JSON.stringify({
    created: '1970-01-12T13:46:40Z',
    container,
    container_config: { Hostname: container },
    architecture: 'amd64',
    os: 'linux',
    config: { Hostname: container, Domainname: '', User: '1000:1000', Healthcheck: { Test: ['CMD', 'true'] } },
    rootfs: { type: 'layers', diff_ids: [] },
    history: [],
  });
  const part = (content: string) => ({
    digest: `sha256:${sha256(content)}`,
    size: content.length,
    mediaType: 'docker',
  });
  const from = folderWith({
    'manifest.json': JSON.stringify({ config: part(config), layers: [part('layer')] }),
    [sha256(config)]: config,
    [sha256('layer')]: 'layer',
  });
  const layout = temporaryFolder();
  writeLayout(from, layout);
  nameImage(layout, 'vigia:9.8.7');
  return layout;
}

describe('the image', () => {
  test('is listed for every engine, by the sums of its parts, and keeps its health check', () => {
    const layout = imageFrom('a1b2');
    for (const name of readdirSync(join(layout, 'blobs/sha256'))) {
      expect(sha256(readFileSync(join(layout, 'blobs/sha256', name), 'utf8'))).toBe(name);
    }
    const [ofDocker] = readJson(layout, 'manifest.json');
    expect(ofDocker.RepoTags).toEqual(['vigia:9.8.7']);
    expect(readFileSync(join(layout, ofDocker.Layers[0]), 'utf8')).toBe('layer');
    expect(readJson(layout, ofDocker.Config).config).toEqual({
      User: '1000:1000',
      Healthcheck: { Test: ['CMD', 'true'] },
    });
    const [image] = readJson(layout, 'index.json').manifests;
    expect(image.annotations['io.containerd.image.name']).toBe('docker.io/library/vigia:9.8.7');
    const manifest = readJson(layout, 'blobs', image.digest.replace(':', '/'));
    expect(ofDocker.Config).toBe(`blobs/${manifest.config.digest.replace(':', '/')}`);
  });

  test('is the same whichever container it was built in', () => {
    const index = (layout: string) => readFileSync(join(layout, 'index.json'), 'utf8');
    expect(index(imageFrom('a1b2'))).toBe(index(imageFrom('c3d4')));
  });
});

test('sums are of what is released, and of nothing else in the folder', () => {
  const folder = folderWith({ 'vigia-9.8.7.tgz': 'a', 'compose.yaml': 'b', 'notes.txt': 'c' });
  writeChecksums(folder);
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
    `${sha256('b')}  compose.yaml\n${sha256('a')}  vigia-9.8.7.tgz\n`,
  );
});
