import { type MeasureCondition, measureConditions } from '../../../../../src/features/alerts/rules/figures';

/** Builds a record with an entry for each measure that conditions can compare, keyed by its name in them. */
export function mapConditions<Word>(wordOf: (condition: MeasureCondition) => Word) {
  return Object.fromEntries(measureConditions.map((one) => [one.name, wordOf(one)])) as Readonly<
    Record<MeasureCondition['name'], Word>
  >;
}
