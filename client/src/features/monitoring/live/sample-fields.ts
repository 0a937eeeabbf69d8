import { graphql, type ResultOf } from 'gql.tada';
import { gql } from 'urql';
import { type FieldMeasure, type Figures, fieldMeasures } from '../../../../../src/monitoring/measures';

/** The fields of a sample that the dashboard shows, without its measures. */
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

/** The same with every measure of the registry. A test validates it against the schema. */
export const SampleFields = gql`
  fragment SampleFields on Metrics {
    ...HostFields
    ${fieldMeasures.join('\n')}
  }
  ${HostFields}
`;

/** One sample of the host, in the units of the schema (contract 4). */
export type Sample = ResultOf<typeof HostFields> & Pick<Figures, FieldMeasure>;
