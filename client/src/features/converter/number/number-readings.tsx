import './number-readings.css';
import { formatWhole } from '../../../../../src/features/conversion/rules/bases/whole-number';
import { t } from '../../../lib/i18n/t';
import { FIELD_BASES } from '../converter-state';

interface NumberReadingsProps {
  number: bigint;
  typedIn: number;
  /** The base without its own field. */
  other: number;
}

/** Shows a number as text in each base, e.g. `101010₂`: on one line on screen, in full on paper. */
export function NumberReadings({ number, typedIn, other }: NumberReadingsProps) {
  return (
    <ul className="number-readings">
      {[...FIELD_BASES, other].map((base) => (
        <li key={base} data-typed={base === typedIn || undefined}>
          <span className="visually-hidden">{t('ui.converter.inBase', { base })}: </span>
          <span className="figures">{formatWhole(number, base)}</span>
          <sub aria-hidden="true">{base}</sub>
        </li>
      ))}
    </ul>
  );
}
