import { Field } from '../../../../../components/forms/field';
import { t } from '../../../../../lib/i18n/t';
import { parseDuration } from './durations';

interface DurationFieldProps {
  name: string;
  label: string;
  hint: string;
  /** The duration as typed. */
  value: string;
  /** Server errors. */
  faults: readonly string[];
  onChange(value: string): void;
}

/** Field for a duration in everyday notation. */
export function DurationField({ value, faults, onChange, ...field }: DurationFieldProps) {
  const isUnreadable = parseDuration(value) === undefined;
  return (
    <Field
      {...field}
      required
      autoComplete="off"
      value={value}
      faults={isUnreadable ? [t('ui.alertRule.durationFault')] : faults}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
