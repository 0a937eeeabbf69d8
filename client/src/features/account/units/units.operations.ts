import { graphql } from 'gql.tada';

export const ChangeUnits = graphql(`
  mutation ChangeUnits(
    $dataRates: DataRateUnit
    $unitPrefixes: UnitPrefixes
    $temperature: TemperatureUnit
    $timeZone: TimeZoneChoice
    $clock: ClockChoice
  ) {
    changePreferences(
      dataRates: $dataRates
      unitPrefixes: $unitPrefixes
      temperature: $temperature
      timeZone: $timeZone
      clock: $clock
    ) {
      dataRates
      unitPrefixes
      temperature
      timeZone
      clock
    }
  }
`);
