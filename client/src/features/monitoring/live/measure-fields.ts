import { graphql } from 'gql.tada';

/** The measures of a sample. Generated from their registry by npm run schema. */
export const MeasureFields = graphql(`
  fragment MeasureFields on Metrics @_unmask {
    cpuPercent
    cpuTemperatureCelsius
    ramPercent
    swapPercent
    memoryPressurePercent
    diskPercent
    networkReceived
    networkSent
    diskRead
    diskWritten
  }
`);
