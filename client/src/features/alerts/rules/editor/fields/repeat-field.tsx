import { useId } from 'react';
import { t } from '../../../../../lib/i18n/t';
import { durationText } from './durations';

/** Repeat intervals, in seconds. */
const CHOICES = [900, 1800, 3600, 14_400, 43_200, 86_400];

interface RepeatFieldProps {
  /** Interval in seconds; 0 for never. */
  value: number;
  faults: readonly string[];
  onChange(seconds: number): void;
}

/** Interval for repeating a message while the rule fires. */
export function RepeatField({ value, faults, onChange }: RepeatFieldProps) {
  const id = useId();
  // The API may have set a different number of seconds.
  const choices = [...new Set([0, ...CHOICES, value])].sort((a, b) => a - b);
  return (
    <div className="field">
      <label htmlFor={id}>{t('ui.alertRule.repeat')}</label>
      <select
        id={id}
        name="repeatSeconds"
        value={value}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={faults.length > 0 ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {choices.map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds === 0 ? t('ui.alertRule.never') : t('ui.alertRule.every', { duration: durationText(seconds) })}
          </option>
        ))}
      </select>
      {faults.length > 0 && (
        <p className="error" id={`${id}-error`}>
          {faults.join(' ')}
        </p>
      )}
    </div>
  );
}
