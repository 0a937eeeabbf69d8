import { useId } from 'react';
import { Icon, type IconName } from '../icon';

export interface Option<V> {
  value: V;
  label: string;
  icon?: IconName;
  /** Language of the label, if it differs from the page's. */
  lang?: string;
}

interface ChoiceProps<V> {
  legend: string;
  options: readonly Option<V>[];
  value: V | undefined;
  onChoose(value: V): void;
}

/** A group of radio buttons, for choosing one of a few options. */
export function Choice<V extends string>({ legend, options, value, onChoose }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label className="choice-option" key={option.value} lang={option.lang}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
            {option.icon && <Icon name={option.icon} />}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
