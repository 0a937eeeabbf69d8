import { kernelMeasures } from '../../kernel-measures.js';

/**
 * Names of the values that do not come from the registry, by position. The earliest agents do not send the last one.
 */
export const firstFigureNames = [
  'sampledAtMs',
  'ageMs',
  'cpuPercent',
  'ramAvailableBytes',
  'swapUsedBytes',
  'diskUsedBytes',
  'load1',
  'load5',
  'load15',
  'networkReceived',
  'networkSent',
  'diskRead',
  'diskWritten',
  'cpuTemperatureCelsius',
  'uptimeSeconds',
  'space',
] as const;

/** Number of values before those from the registry. */
const FIRST_FIGURES = firstFigureNames.length;

const addedCount = Math.max(0, ...kernelMeasures.map(({ sentAt }) => sentAt + 1 - FIRST_FIGURES));

/** The measures that follow the first values, in order; undefined for a removed one. */
export const addedFigures = Array.from({ length: addedCount }, (_, index) =>
  kernelMeasures.find(({ sentAt }) => sentAt === FIRST_FIGURES + index),
);
