import type { AlertExpressionProblem } from '../../../../../../../src/features/alerts/rules/expression/alert-expression-problem';
import { FaultMark } from '../../../../../components/fault-mark';
import { t } from '../../../../../lib/i18n/t';
import { partAtFault } from './insert-suggestion';
import type { ExpressionEditing } from './use-expression-editing';

/** Number of suggestions offered as buttons; the field's list contains all of them. */
const OFFERED_MAX = 6;

interface ExpressionFaultProps {
  text: string;
  problem: AlertExpressionProblem;
  onPut: ExpressionEditing['put'];
}

/** Marks the fault in a condition, with buttons for inserting what would fit there. */
export function ExpressionFault({ text, problem, onPut }: ExpressionFaultProps) {
  // The position counts UTF-16 units, whereas the mark counts code points.
  const position = [...text.slice(0, problem.position - 1)].length + 1;
  const part = partAtFault(text, problem);
  return (
    <>
      <FaultMark text={text} position={position} length={[...problem.found].length} />
      {problem.suggestions.length > 0 && (
        <fieldset className="expression-suggestions">
          <legend>{t('ui.alertRule.wouldFit')}</legend>
          <div className="actions">
            {problem.suggestions.slice(0, OFFERED_MAX).map((suggestion) => (
              <button
                className="button button-small figures"
                key={`${suggestion.kind} ${suggestion.text}`}
                type="button"
                aria-label={t('ui.alertRule.putIn', { text: suggestion.text })}
                onClick={() => onPut(part, suggestion)}
              >
                {suggestion.text}
              </button>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
