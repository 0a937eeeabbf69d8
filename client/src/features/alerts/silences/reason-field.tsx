import { Field } from '../../../components/forms/field';
import { t } from '../../../lib/i18n/t';

interface ReasonFieldProps {
  /** Name of the field; unique on its page. */
  name: string;
  value: string;
  faults: readonly string[];
  onChange(value: string): void;
}

/** Input for the reason of a silence. */
export function ReasonField({ name, value, faults, onChange }: ReasonFieldProps) {
  return (
    <Field
      label={t('ui.silencing.reason')}
      hint={t('ui.silencing.reasonHint')}
      name={name}
      autoComplete="off"
      required
      maxLength={500}
      value={value}
      faults={faults}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
