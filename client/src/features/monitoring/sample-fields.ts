import { graphql, type ResultOf } from 'gql.tada';

/** What the dashboard shows of a sample. */
export const SampleFields = graphql(`
  fragment SampleFields on Metrics @_unmask {
    sampledAt
    cpuPercent
    ramPercent
    ramUsed
    ramTotal
    memoryUsed
    memoryTotal
  }
`);

/** One sample of the host: percentages, gigabytes, and when it was taken (contract section 4). */
export type Sample = ResultOf<typeof SampleFields>;
