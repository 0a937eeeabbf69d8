import { t } from '../../../../lib/i18n/t';
import { exampleRules } from './expression/example-conditions';

interface ExamplesProps {
  onChoose(values: { name: string; expression: string; holds: string }): void;
}

/** Ready-made rules that fill in the editor. */
export function Examples({ onChoose }: ExamplesProps) {
  return (
    <fieldset className="rule-examples">
      <legend>{t('ui.alertRule.examples')}</legend>
      <div className="actions">
        {exampleRules.map(({ name, expression, holds }) => (
          <button
            className="button button-small"
            key={expression}
            type="button"
            onClick={() => onChoose({ name: t(name), expression, holds })}
          >
            {t(name)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
