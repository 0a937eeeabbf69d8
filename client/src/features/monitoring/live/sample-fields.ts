import { graphql, type ResultOf } from 'gql.tada';

/**
 * The fields of a sample that the dashboard shows. A measure that is missing here does not compile, in `figure-of.ts`.
 */
export const SampleFields = graphql(`
  fragment SampleFields on Metrics @_unmask {
    sampledAt
    cpuPercent
    corePercents
    cpuTemperatureCelsius
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
      readOnly
      stale
    }
    limits {
      memoryLimit
      memoryUsed
      processors
    }
  }
`);

/** One sample of the host, in the units of the schema (contract 4). */
export type Sample = ResultOf<typeof SampleFields>;
