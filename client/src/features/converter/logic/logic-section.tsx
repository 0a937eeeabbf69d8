import './logic.css';
import type { Expression, ExpressionProblem } from '../../../../../src/conversion/rules/expression';
import { expressionProblemText } from '../../../../../src/conversion/rules/expression-problem-text';
import { type Bit, logicOperationNames } from '../../../../../src/conversion/rules/logic';
import { parseExpression } from '../../../../../src/conversion/rules/parse-expression';
import { truthTable } from '../../../../../src/conversion/rules/truth-table';
import { isUnreadable } from '../../../../../src/conversion/rules/unreadable';
import { FaultMark } from '../../../components/fault-mark';
import { Field } from '../../../components/field';
import { LogicResults } from '../../../components/logic/logic-results';
import { t } from '../../../lib/i18n/t';
import type { ChangeConverter, ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { VariableSwitches } from './variable-switches';

export { logicMessages as messages } from './logic-messages';

/** An expression with its circuit and its truth table, in which the row of the chosen inputs is highlighted. */
export default function LogicSection({ state, onChange }: ConverterProps) {
  const parsed = parseExpression(state.expression);
  const problem = isUnreadable<ExpressionProblem>(parsed) ? parsed.problem : undefined;
  return (
    <ConverterSection id="logic" title={t('ui.logic.logic')} about={t('ui.logic.about')}>
      <div className="converter-choices">
        <div className="expression">
          <Field
            label={t('ui.logic.expression')}
            name="expression"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            value={state.expression}
            faults={problem && [t(expressionProblemText(problem))]}
            onChange={({ target }) => onChange({ expression: target.value })}
          />
          {problem && 'position' in problem && (
            <FaultMark text={state.expression} position={problem.position} length={[...problem.found].length} />
          )}
        </div>
        <SingleGates onChoose={(expression) => onChange({ expression })} />
      </div>
      {!isUnreadable<ExpressionProblem>(parsed) && (
        <Evaluated expression={parsed} inputs={state.inputs} onChange={onChange} />
      )}
    </ConverterSection>
  );
}

function SingleGates({ onChoose }: { onChoose(expression: string): void }) {
  return (
    <fieldset className="gates">
      <legend>{t('ui.logic.gates')}</legend>
      <div className="actions">
        {logicOperationNames.map((name) => (
          <button
            className="button button-small"
            key={name}
            type="button"
            onClick={() => onChoose(name === 'NOT' ? 'NOT A' : `A ${name} B`)}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface EvaluatedProps {
  expression: Expression;
  inputs: string;
  onChange: ChangeConverter;
}

function Evaluated({ expression, inputs, onChange }: EvaluatedProps) {
  const table = truthTable(expression);
  const { variables } = table;
  const bits = variables.map((_name, index) => (inputs[index] === '1' ? 1 : 0) as Bit);
  const choose = (chosen: readonly Bit[]) => onChange({ inputs: chosen.join('') });
  return (
    <>
      <p className="read-as">
        {t('ui.logic.readAs')} <span className="figures">{table.expression}</span>
      </p>
      {variables.length > 0 && <VariableSwitches variables={variables} bits={bits} onChange={choose} />}
      <LogicResults table={table} bits={bits} onChoose={choose} />
    </>
  );
}
