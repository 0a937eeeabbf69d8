import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler, Response } from 'express';
import type { AddressHandlers } from '../../../platform/web/requests/addresses.js';
import { networkOf, networksOf } from '../../../shared/addresses/network.js';
import { hasCode } from '../../../shared/errors/has-code.js';
import type { Quota } from '../../../shared/rate-limits/quota.js';
import { vigiaVersion } from '../../../shared/vigia-version.js';
import {
  type AgentArchive,
  type AgentArchives,
  ARCHIVE_PROCESSORS,
  type ArchiveProcessor,
  archiveName,
  INSTALLER,
} from './agent-archives.js';

interface AgentDownloadDeps {
  readonly archives: Pick<AgentArchives, 'find'>;
  /** Counts requests by network, since anybody may download. */
  readonly downloads: Quota;
  readonly addressOf: (request: IncomingMessage) => string;
}

/** Rate limit for each network, so that many machines behind one address can be installed at once. */
export const AGENT_DOWNLOADS = { limit: 120, seconds: 60 };

/**
 * Archives that are sent at the same time: to all, to a site with all its networks (promise 53), and to one network. Each
 * is read as fast as its receiver takes it.
 */
const ARCHIVES_AT_ONCE = { all: 16, site: 8, network: 4 };

/** Time limits for a receiver to take something, and to take all. */
const STALLED_MS = 30_000;
const SENT_MS = 1_800_000;

const RETRY_SECONDS = 10;

/** Handlers for all that is needed to install an agent from its hub, by path. Nothing of it is secret (decision 107). */
export function agentDownloads(deps: AgentDownloadDeps): Readonly<Record<string, AddressHandlers>> {
  const limited = (handler: RequestHandler): AddressHandlers => ({
    GET: async (request, response, next) => {
      await deps.downloads.take(networkOf(deps.addressOf(request)));
      await handler(request, response, next);
    },
  });
  const sent = new SentArchives(deps);
  return {
    '/agent/install.sh': limited(async (_request, response) => sendText(response, await readFile(INSTALLER, 'utf8'))),
    '/agent/SHA256SUMS': limited(async (_request, response) => sendText(response, await sumsOf(deps.archives))),
    ...Object.fromEntries(
      ARCHIVE_PROCESSORS.map((processor) => [
        `/agent/${archiveName(processor)}`,
        limited((request, response) => sent.send(processor, request, response)),
      ]),
    ),
  };
}

class SentArchives {
  /** The addresses to which archives are being sent, once for each archive. */
  readonly #addresses: string[] = [];

  constructor(private readonly deps: Pick<AgentDownloadDeps, 'archives' | 'addressOf'>) {}

  async send(processor: ArchiveProcessor, request: IncomingMessage, response: Response): Promise<void> {
    const address = this.deps.addressOf(request);
    const archive = await this.deps.archives.find(processor);
    if (!archive) return sendText(response.status(404), missing(processor));
    const etag = `"${archive.sha256}"`;
    // A sum that was fetched just before must be that of this archive.
    response.set({ ETag: etag, 'Cache-Control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return void response.status(304).end();
    response.type('application/x-xz');
    if (request.method === 'HEAD') return void response.set('Content-Length', String(archive.bytes)).end();
    // The receiver may have left during the look-up, and nothing would give its place back then.
    if (response.closed) return;
    if (this.#isFull(address)) {
      response.status(503).set('Retry-After', String(RETRY_SECONDS));
      return sendText(response, `Too many agents are being downloaded: try again in ${RETRY_SECONDS} s.\n`);
    }
    this.#addresses.push(address);
    response.once('close', () => this.#addresses.splice(this.#addresses.indexOf(address), 1));
    await sendArchive(archive, response.set('Content-Length', String(archive.bytes)));
  }

  #isFull(address: string): boolean {
    const countOf = (keyOf: (one: string) => unknown) =>
      this.#addresses.filter((other) => keyOf(other) === keyOf(address)).length;
    return (
      this.#addresses.length >= ARCHIVES_AT_ONCE.all ||
      countOf((one) => networksOf(one).at(-1)) >= ARCHIVES_AT_ONCE.site ||
      countOf(networkOf) >= ARCHIVES_AT_ONCE.network
    );
  }
}

async function sendArchive(archive: AgentArchive, response: Response): Promise<void> {
  response.setTimeout(STALLED_MS, () => response.destroy());
  const signal = AbortSignal.timeout(SENT_MS);
  try {
    await pipeline(Readable.from(archive.content(), { objectMode: false }), response, { signal });
  } catch (error) {
    // The receiver may leave at any time, and may be too slow.
    if (!hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE') && !signal.aborted) throw error;
  }
}

/** Returns the sums in the form that `sha256sum --check` reads, of the archives that there are. */
async function sumsOf(archives: Pick<AgentArchives, 'find'>): Promise<string> {
  const lines: string[] = [];
  for (const processor of ARCHIVE_PROCESSORS) {
    const archive = await archives.find(processor);
    if (archive) lines.push(`${archive.sha256}  ${archiveName(processor)}\n`);
  }
  return lines.join('');
}

function missing(processor: ArchiveProcessor): string {
  return (
    `This hub has no agent for linux-${processor}. Put ${archiveName(processor)} of the release ${vigiaVersion} into the ` +
    'folder "agent" in its DATA_DIR.\n'
  );
}

/** Text for programs and people alike, in English as all of the command line. */
function sendText(response: Response, text: string): void {
  response.type('text/plain').send(text);
}
