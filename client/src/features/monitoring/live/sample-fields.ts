import { graphql, type ResultOf } from 'gql.tada';
import { MeasureFields } from './measure-fields';

/** The fields of a sample that the dashboard shows. */
export const SampleFields = graphql(
  `
  fragment SampleFields on Metrics @_unmask {
    ...MeasureFields
    sampledAt
    corePercents
    loadAverage {
      one
      five
      fifteen
    }
    ramUsed
    ramTotal
    ramUsedBytes
    swapUsed
    swapTotal
    memoryUsed
    memoryTotal
    diskUsedBytes
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
`,
  [MeasureFields],
);

/** One sample of the host, in the units of the schema (contract 4). */
export type Sample = ResultOf<typeof SampleFields>;
