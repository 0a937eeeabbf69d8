import { graphql, type ResultOf } from 'gql.tada';
import { gql } from 'urql';
import { type FieldMeasure, type Figures, fieldMeasures } from '../../../../../src/monitoring/measures';

/** What the dashboard shows of a sample besides its measures. */
const HostFields = graphql(`
  fragment HostFields on Metrics @_unmask {
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
      stale
    }
    limits {
      memoryLimit
      memoryUsed
      processors
    }
  }
`);

/** What the dashboard shows of a sample, with every measure of the registry; a test holds it to the schema. */
export const SampleFields = gql`
  fragment SampleFields on Metrics {
    ...HostFields
    ${fieldMeasures.join('\n')}
  }
  ${HostFields}
`;

/** One sample of the host: percentages, gigabytes, bytes a second, and when it was taken (contract 4). */
export type Sample = ResultOf<typeof HostFields> & Pick<Figures, FieldMeasure>;
