import { Field } from '../../../../../components/forms/field';
import { t } from '../../../../../lib/i18n/t';
import { parseDuration } from './durations';

interface DurationFieldProps {
  name: string;
  label: string;
  hint: string;
  /** As it is typed. */
  value: string;
  /** What the server said of it. */
  faults: readonly string[];
  onChange(value: string): void;
}

/** A length of time as people write it. */
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
