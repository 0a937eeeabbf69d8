/** The folder that holds everything in an archive of the agent. */
export const ARCHIVE_FOLDER = 'vigia-agent';

/** The Node.js in an archive. */
export const ARCHIVE_RUNTIME = 'node';

/**
 * Returns the other files of an archive by their names in it, each with its place below an installation of Vigia, in which
 * the build has put them. The processor is named as by Node.js. Imports nothing, because the release reads it as well.
 */
export function archiveFiles(processor: string): Readonly<Record<string, string>> {
  const built = (name: string) => `dist/agent/${name}`;
  return {
    'vigia-agent': built('vigia-agent'),
    'vigia-agent.service': built('vigia-agent.service'),
    'package.json': 'package.json',
    LICENSE: 'LICENSE',
    'LICENSE.nodejs': built('LICENSE.nodejs'),
    'third-party-licences.txt': built('third-party-licences.txt'),
    // At the same place as in an installation, since it looks for files beside itself.
    [built('vigia-agent.cjs')]: built('vigia-agent.cjs'),
    [built(`koffi-${processor}.node`)]: built(`koffi-${processor}.node`),
  };
}

/** Files that can be executed, in an archive. */
export const ARCHIVE_PROGRAMS: readonly string[] = [ARCHIVE_RUNTIME, 'vigia-agent'];
