/** A finding about the measure of a chart, shown on its card by colour, word and shape. */
export interface ChartState {
  readonly severity: 'WARNING' | 'BAD';
  /** The finding, as a sentence. */
  readonly text: string;
  /** Probable cause, e.g. `node 61 %`; missing if unknown or hidden from the viewer. */
  readonly cause?: string | null | undefined;
}

/** Charts with findings, by their ids (`ChartName` of the registry). */
export type ChartStates = ReadonlyMap<string, ChartState>;
