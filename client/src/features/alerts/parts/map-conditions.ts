import { type MeasureCondition, measureConditions } from '../../../../../src/features/alerts/rules/figures';

/** Maps each measure that conditions can compare, by its name in them. */
export function mapConditions<Word>(wordOf: (condition: MeasureCondition) => Word) {
  return Object.fromEntries(measureConditions.map((one) => [one.name, wordOf(one)])) as Readonly<
    Record<MeasureCondition['name'], Word>
  >;
}
