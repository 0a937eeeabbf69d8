import { graphql, type ResultOf } from 'gql.tada';

/** What the dashboard shows of a sample. */
export const SampleFields = graphql(`
  fragment SampleFields on Metrics @_unmask {
    sampledAt
    cpuPercent
    corePercents
    loadAverage {
      one
      five
      fifteen
    }
    ramPercent
    ramUsed
    ramTotal
    ramUsedBytes
    swapPercent
    swapUsed
    swapTotal
    memoryUsed
    memoryTotal
    diskPercent
    diskUsedBytes
    diskRead
    diskWritten
    networkReceived
    networkSent
    uptimeSeconds
    fileSystems {
      path
      type
      total
      used
      usedPercent
      stale
    }
    limits {
      memoryLimit
      memoryUsed
      processors
    }
  }
`);

/** One sample of the host: percentages, gigabytes, bytes a second, and when it was taken (contract 4). */
export type Sample = ResultOf<typeof SampleFields>;
