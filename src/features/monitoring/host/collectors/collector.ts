import type { SeriesCollection } from '../../exposition/series-collection.js';
import type { MachineFiles } from './machine-files.js';

/**
 * Reads one part of a machine and adds its series under the names of node_exporter. Throws if that part cannot be read;
 * whatever a machine merely lacks is left out.
 */
export type Collect = (files: MachineFiles, series: SeriesCollection) => void;

/** The same for a part that asks devices or programs, which may hang. */
export type CollectFromDevices = (files: MachineFiles, series: SeriesCollection) => Promise<void>;
