import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ARCHIVE_FOLDER, ARCHIVE_PROGRAMS, ARCHIVE_RUNTIME, archiveFiles } from './archive-files.js';
import { type TarEntry, tarStream } from './tar-stream.js';
import { xzStream } from './xz-stream.js';

/** Processors for which there are archives, as Node.js names them. */
export const ARCHIVE_PROCESSORS = ['x64', 'arm64'] as const;

export type ArchiveProcessor = (typeof ARCHIVE_PROCESSORS)[number];

export interface AgentArchive {
  readonly bytes: number;
  readonly sha256: string;
  readonly content: () => AsyncIterable<Buffer>;
}

interface AgentArchivesDeps {
  /** Folder in which archives of a release take precedence. */
  readonly folder: string;
  /** The folder of this installation, which has the built agent. */
  readonly installation?: string;
  /** The Node.js that archives get; this one by default, if it works on other machines too. */
  readonly runtime?: Runtime;
}

interface Runtime {
  readonly program: string;
  readonly processor: string;
}

const INSTALLATION = fileURLToPath(new URL('../../../../', import.meta.url));

/** Place of the installer in an installation. */
export const INSTALLER = join(INSTALLATION, 'dist/agent/install.sh');

/**
 * The archives of the agent that this hub offers: those of a release in a folder, and for its own processor one that it makes
 * of its own parts (decision 107). Sums are made once for each version of a file.
 */
export class AgentArchives {
  readonly #known = new Map<string, Promise<AgentArchive>>();
  #runtime: Runtime | 'none' | undefined;

  constructor(private readonly deps: AgentArchivesDeps) {
    this.#runtime = deps.runtime;
  }

  /** Returns an archive; undefined if this hub has none for the processor. */
  async find(processor: ArchiveProcessor): Promise<AgentArchive | undefined> {
    const file = join(this.deps.folder, archiveName(processor));
    const released = await stat(file).catch(() => undefined);
    if (released?.isFile()) return this.#remember(stateOf(file, released), () => createReadStream(file));
    const own = await this.#ownFiles(processor);
    return own && this.#remember(own.state, () => xzStream(tarStream(own.entries)));
  }

  /** Forgets a failed attempt, and the sums of files that were replaced. */
  #remember(key: string, content: () => AsyncIterable<Buffer>): Promise<AgentArchive> {
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size > ARCHIVE_PROCESSORS.length) this.#known.clear();
    const made = summed(content);
    this.#known.set(key, made);
    made.catch(() => this.#known.delete(key));
    return made;
  }

  /** Returns the files of an archive that is made here; undefined if a part is missing. */
  async #ownFiles(processor: string) {
    const { installation = INSTALLATION } = this.deps;
    this.#runtime ??= ownRuntime() ?? 'none';
    const runtime = this.#runtime;
    if (runtime === 'none' || runtime.processor !== processor) return undefined;
    const files = { ...archiveFiles(processor), [ARCHIVE_RUNTIME]: runtime.program };
    const entries: TarEntry[] = [];
    // An upgrade may replace files while this process runs.
    let state = '';
    for (const [name, place] of Object.entries(files)) {
      const file = name === ARCHIVE_RUNTIME ? place : join(installation, place);
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) return undefined;
      state += stateOf(file, found);
      entries.push({
        name: `${ARCHIVE_FOLDER}/${name}`,
        isProgram: ARCHIVE_PROGRAMS.includes(name),
        bytes: found.size,
        file,
      });
    }
    return { entries, state };
  }
}

/** Returns a text that differs whenever a file may have changed. */
function stateOf(file: string, { mtimeMs, size }: Stats): string {
  return `${file} ${mtimeMs} ${size}\n`;
}

export function archiveName(processor: ArchiveProcessor): string {
  return `vigia-agent-linux-${processor}.tar.xz`;
}

async function summed(content: () => AsyncIterable<Buffer>): Promise<AgentArchive> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of content()) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex'), content };
}

/** Returns this Node.js if it runs on other machines as well: not one of a distribution, which needs its libraries. */
function ownRuntime(): Runtime | undefined {
  const { variables } = process.config as { variables: Readonly<Record<string, unknown>> };
  const isWhole = Object.entries(variables).every(([name, value]) => !name.startsWith('node_shared') || value !== true);
  const isForGlibc = process.platform === 'linux' && 'glibcVersionRuntime' in reportHeader();
  return isWhole && isForGlibc ? { program: process.execPath, processor: process.arch } : undefined;
}

function reportHeader(): object {
  // Otherwise it would look up the names of addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: object };
  return header;
}
