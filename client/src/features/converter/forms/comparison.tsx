import type { ExpressionProblem } from '../../../../../src/features/conversion/rules/logic/expression';
import { expressionProblemText } from '../../../../../src/features/conversion/rules/logic/expression-problem-text';
import { parseAsWritten } from '../../../../../src/features/conversion/rules/logic/parse-expression';
import { areEquivalent } from '../../../../../src/features/conversion/rules/logic-forms/equivalence';
import { isUnreadable } from '../../../../../src/features/conversion/rules/unreadable';
import { Field } from '../../../components/forms/field';
import { asTyped } from '../../../lib/forms/as-typed';
import { t } from '../../../lib/i18n/t';
import type { ConverterProps } from '../converter-props';
import type { LogicState } from '../logic/logic-state';

interface ComparisonProps extends Pick<ConverterProps, 'onChange'> {
  logic: LogicState;
  compared: string;
}

/** Compares the expression with a second one: whether both always have the same value. */
export function Comparison({ logic: { parsed, notation }, compared, onChange }: ComparisonProps) {
  const other = compared === '' ? undefined : parseAsWritten(compared, notation);
  const problem = isUnreadable<ExpressionProblem>(other) ? other.problem : undefined;
  const isReadable = other && !isUnreadable<ExpressionProblem>(other) && !isUnreadable<ExpressionProblem>(parsed);
  return (
    <div className="form-part">
      <h3>{t('ui.forms.compare')}</h3>
      <div className="expression">
        <Field
          label={t('ui.forms.compared')}
          name="compared"
          {...asTyped}
          value={compared}
          faults={problem && [t(expressionProblemText(problem))]}
          onChange={({ target }) => onChange({ compared: target.value, ...(notation && { notation }) })}
        />
      </div>
      {isReadable && <Answer {...areEquivalent(parsed, other)} />}
    </div>
  );
}

function Answer({ areEquivalent: areSame, variables, counterexample }: ReturnType<typeof areEquivalent>) {
  if (areSame || !counterexample) {
    return (
      <p className="comparison-answer" role="status" data-same="true">
        {t('ui.forms.equivalent')}
      </p>
    );
  }
  const { inputs, resultA, resultB } = counterexample;
  const values = variables.map((name, index) => `${name} = ${inputs[index]}`).join(', ');
  return (
    <p className="comparison-answer" role="status">
      {values === ''
        ? t('ui.forms.differAlways', { resultA, resultB })
        : t('ui.forms.differ', { values, resultA, resultB })}
    </p>
  );
}
