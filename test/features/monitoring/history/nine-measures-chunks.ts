import { Resolution } from '../../../../src/features/monitoring/history/resolution.js';

/** Time of the first sample in {@link nineMeasuresChunks}. */
export const NINE_MEASURES_START = Date.parse('2026-01-02T03:00:00.000Z');

/** The nine measures of that version, in column order. */
export const nineMeasures = [
  'cpuPercent',
  'ramPercent',
  'swapPercent',
  'loadAverage',
  'diskPercent',
  'networkReceived',
  'networkSent',
  'diskRead',
  'diskWritten',
] as const;

/**
 * Two minutes as written while there were nine measures, byte for byte; never regenerate them. Each minute has three
 * samples, 20 s apart. In sample `n` of minute `m`, the measure in column `c` has the value `(c + 1) * 1000 + m * 100 +
 * n * 10`; the load average of every second sample is unknown.
 */
export const nineMeasuresChunks = [
  {
    resolution: Resolution.SAMPLES,
    startMinute: 29_455_380,
    data: '010a0302c0b802c0b802d20f1414a21f1414f22e1414c23ec13eea3e924e1414e25d1414b26d1414827d1414d28c011414',
  },
  {
    resolution: Resolution.SAMPLES,
    startMinute: 29_455_381,
    data: '010a0302c0b802c0b8029a111414ea201414ba3014148a408940b240da4f1414aa5f1414fa6e1414ca7e14149a8e011414',
  },
  {
    resolution: Resolution.MINUTES,
    startMinute: 29_455_380,
    data:
      '011d0202020800d20fc801e60fc801fa0fc801a21fc801b61fc801ca1fc801f22ec801862fc8019a2fc801c23ec801d63ec801ea3ec801' +
      '924ec801a64ec801ba4ec801e25dc801f65dc8018a5ec801b26dc801c66dc801da6dc801827dc801967dc801aa7dc801d28c01c801e68c' +
      '01c801fa8c01c801',
  },
  {
    resolution: Resolution.HOURS,
    startMinute: 29_455_200,
    data:
      '011d01080ed20fca10c211a21f9a209221f22eea2fe230c23eba3fb240924e8a4f8250e25dda5ed25fb26daa6ea26f827dfa7df27ed28c' +
      '01ca8d01c28e01',
  },
].map(({ data, ...chunk }) => ({ ...chunk, data: Buffer.from(data, 'hex') }));
