import { expect, test } from 'vitest';
import { unchangedMappings } from '../../src/agent/program-pages.js';

/** A mapping as in `/proc/<pid>/smaps`, with the lines that matter. */
const mapping = (range: string, rights: string, file: string, changedKib: number) =>
  `${range} ${rights} 00001000 fe:00 ${file === '' ? 0 : 4711}                       ${file}\n` +
  `Size:               2048 kB\nRss:                1024 kB\nAnonymous:      ${String(changedKib).padStart(8)} kB\nVmFlags: rd mr\n`;

test('only mappings of files that nothing writes to and nothing has written to are given back', () => {
  const smaps = [
    mapping('00400000-00746000', 'r--p', '/usr/lib/vigia-agent/node', 0),
    mapping('00746000-03201000', 'r-xp', '/usr/lib/vigia-agent/node (deleted)', 0),
    // Filled by the loader, then protected.
    mapping('06b52000-06b56000', 'r--p', '/usr/lib/vigia-agent/node', 16),
    mapping('06b56000-06b7d000', 'rw-p', '/usr/lib/vigia-agent/node', 0),
    mapping('06b7d000-06bb6000', 'rw-p', '', 100),
    mapping('7f0000000000-7f0000001000', 'r--p', '', 0),
    mapping('7f0000001000-7f0000002000', 'r--s', '/dev/shm/shared', 0),
  ].join('');
  expect(unchangedMappings(smaps)).toEqual([
    { start: 0x400000, end: 0x746000 },
    { start: 0x746000, end: 0x3201000 },
  ]);
});
