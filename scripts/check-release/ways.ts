import { checkAgent } from './check-agent.ts';
import { checkAgentVersions } from './check-agent-versions.ts';
import { checkLife } from './check-life.ts';
import { checkNames } from './check-names.ts';
import { SUITES, type Suite } from './debian-root.ts';
import { nodeRuntime } from './node-runtime.ts';
import { providePostgresqlImage, removePostgresqlImage } from './postgresql-image.ts';
import type { Report } from './report.ts';
import type { Artifact, Versions } from './versions.ts';
import { checkAgentFromHub } from './ways/agent.ts';
import { ComposeInstallation } from './ways/compose.ts';
import { DebInstallation } from './ways/deb.ts';
import { ImageInstallation } from './ways/image.ts';
import { NpmInstallation } from './ways/npm-package.ts';

/** One of the documented ways to install Vigia. */
export interface Way {
  readonly name: string;
  readonly artifact: Artifact;
  /** Programs that the check of it needs. */
  readonly needs: readonly string[];
  /** @throws {Reported} after the first step that fails. */
  readonly check: (report: Report, versions: Versions) => Promise<void>;
}

/** The oldest Node.js that Vigia runs on and the one that it brings, each with the npm that comes with it. */
const RUNTIMES = { '22.18': '10', '24': '11' };

export const ways: readonly Way[] = [
  ...Object.entries(RUNTIMES).map(
    ([version, npm]): Way => ({
      name: `npm-${version}`,
      artifact: 'npm',
      needs: ['podman', 'mmdebstrap', 'npm'],
      check: async (report, versions) => {
        const root = await NpmInstallation.create(`npm on Node ${version}`, await nodeRuntime(version, npm));
        await checkLife(report, root, versions);
      },
    }),
  ),
  {
    name: 'image',
    artifact: 'image',
    needs: ['podman', 'buildah', 'mmdebstrap'],
    check: async (report, versions) => {
      const root = await ImageInstallation.create('image', ['--hostname', 'vigia']);
      await checkLife(report, root, versions, async (person) => {
        await report.step(root.way, 'passes its health check', () => root.checkHealth());
        await checkAgent(report, root, person);
      });
    },
  },
  {
    name: 'agent-versions',
    artifact: 'image',
    needs: ['podman', 'buildah', 'mmdebstrap'],
    check: checkAgentVersions,
  },
  ...Object.keys(SUITES).map(
    (suite): Way => ({
      name: `agent-${SUITES[suite as Suite]}`,
      artifact: 'image',
      needs: ['podman', 'buildah', 'mmdebstrap'],
      check: (report, versions) => checkAgentFromHub(report, versions, suite as Suite),
    }),
  ),
  { name: 'image-names', artifact: 'image', needs: ['podman', 'buildah', 'mmdebstrap'], check: checkNames },
  {
    name: 'compose',
    artifact: 'image',
    needs: ['podman', 'podman-compose', 'buildah', 'mmdebstrap'],
    check: async (report, versions) => {
      await checkLife(report, await ComposeInstallation.create('compose'), versions);
    },
  },
  {
    name: 'compose-postgresql',
    artifact: 'image',
    needs: ['podman', 'podman-compose', 'buildah', 'mmdebstrap'],
    check: async (report, versions) => {
      const isStandIn = await providePostgresqlImage();
      const root = await ComposeInstallation.create('compose with PostgreSQL', 'compose.postgresql.yaml');
      await checkLife(report, root, versions).finally(() => isStandIn && removePostgresqlImage());
    },
  },
  ...Object.keys(SUITES).map(
    (suite): Way => ({
      name: `deb-${SUITES[suite as Suite]}`,
      artifact: 'deb',
      needs: ['podman', 'mmdebstrap', 'dpkg-deb'],
      check: async (report, versions) => checkLife(report, await DebInstallation.create(suite as Suite), versions),
    }),
  ),
];
