/** What stands out about the measure of a chart: its card says so in colour, word and shape. */
export interface ChartState {
  readonly severity: 'WARNING' | 'BAD';
  /** What was found, as a sentence. */
  readonly text: string;
  /** What probably causes it, such as `node 61 %`; none where nobody knows, or the viewer may not see it. */
  readonly cause?: string | null | undefined;
}

/** The charts that something stands out about, by their ids (`ChartName` of the registry). */
export type ChartStates = ReadonlyMap<string, ChartState>;
