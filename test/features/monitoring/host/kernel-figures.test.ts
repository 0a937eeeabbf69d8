import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readKernelFigures } from '../../../../src/features/monitoring/host/kernel-figures.js';
import { kernelMeasures } from '../../../../src/features/monitoring/kernel-measures.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

test('a figure is that of its file; one that is missing, or is no number, is null and hinders no other', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'figure');
  writeFileSync(file, '4.5\n');
  const sources = [
    { name: 'missing', file: join(folder, 'missing'), parse: Number },
    { name: 'unreadable', file: folder, parse: Number },
    { name: 'garbage', file, parse: () => Number.NaN },
    { name: 'absent', file, parse: () => null },
    { name: 'known', file, parse: Number },
  ];
  expect(readKernelFigures(sources)).toEqual({
    missing: null,
    unreadable: null,
    garbage: null,
    absent: null,
    known: 4.5,
  });
});

test('every measure with a file of the kernel is read, whatever this machine tells', () => {
  expect(Object.keys(readKernelFigures())).toEqual(kernelMeasures.map(({ name }) => name));
});
