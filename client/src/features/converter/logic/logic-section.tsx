import './logic.css';
import type { Expression, ExpressionProblem } from '../../../../../src/features/conversion/rules/logic/expression';
import {
  type Bit,
  type LogicOperationName,
  logicOperationNames,
} from '../../../../../src/features/conversion/rules/logic/logic-operations';
import type { Notation } from '../../../../../src/features/conversion/rules/logic/notation';
import { signOf, textIn } from '../../../../../src/features/conversion/rules/logic/notation-text';
import { parseExpression } from '../../../../../src/features/conversion/rules/logic/parse-expression';
import { evaluateNodes, truthTable } from '../../../../../src/features/conversion/rules/logic/truth-table';
import { isUnreadable } from '../../../../../src/features/conversion/rules/unreadable';
import { Choice } from '../../../components/forms/choice';
import { gateWord, InWords } from '../../../components/logic/gate-words';
import { LogicResults } from '../../../components/logic/logic-results';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { CopyCircuit } from './copy-circuit';
import { CopyTable } from './copy-table';
import { ExpressionField, NotationChoice } from './expression-field';
import { chooseTruthNames, LETTERS, type LogicState, parseLogicState, withExpression } from './logic-state';
import { VariableSwitches } from './variable-switches';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.logic,ui.gates,ui.circuit,ui.truthTable,rules.expression',
    import: 'default',
  }),
);

/** Shows an expression with its circuit and truth table, in which the row of the chosen inputs is highlighted. */
export default function LogicSection({ state, onChange }: ConverterProps) {
  const logic = parseLogicState(state);
  const { parsed } = logic;
  return (
    <ConverterSection id="logic" title={t('ui.logic.logic')} about={t('ui.logic.about')}>
      <div className="converter-choices">
        <ExpressionField logic={logic} onChange={onChange} />
        <NotationChoice logic={logic} onChange={onChange} />
        <Choice
          legend={t('ui.logic.truthValues')}
          value={state.truth === LETTERS ? LETTERS : ''}
          options={[
            { value: '', label: '1 / 0' },
            { value: LETTERS, label: `${t('ui.logic.trueLetter')} / ${t('ui.logic.falseLetter')}` },
          ]}
          onChoose={(truth) => onChange({ truth })}
        />
        <SingleGates logic={logic} onChange={onChange} />
      </div>
      {!isUnreadable<ExpressionProblem>(parsed) && (
        <Evaluated expression={parsed} logic={logic} state={state} onChange={onChange} />
      )}
    </ConverterSection>
  );
}

interface LogicProps extends Pick<ConverterProps, 'onChange'> {
  logic: LogicState;
}

/** The single operations: their words in the page's language, beside their signs in the expression's notation. */
function SingleGates({ logic, onChange }: LogicProps) {
  const written = (text: string) => {
    const parsed = parseExpression(text, 'WORDS');
    return isUnreadable<ExpressionProblem>(parsed) ? text : textIn(parsed, logic.notation);
  };
  return (
    <fieldset className="gates">
      <legend>{t('ui.logic.gates')}</legend>
      <div className="actions">
        {logicOperationNames.map((name) => (
          <button
            className="button button-small"
            key={name}
            type="button"
            onClick={() => onChange(withExpression(logic, written(name === 'NOT' ? 'NOT A' : `A ${name} B`)))}
          >
            <GateName name={name} notation={logic.notation ?? 'WORDS'} />
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function GateName({ name, notation }: { name: LogicOperationName; notation: Notation }) {
  const [word, sign] = [gateWord(name), signOf(name, notation)];
  if (word === sign) return word;
  return (
    <>
      {word} <span className="gate-sign figures">{sign}</span>
    </>
  );
}

interface EvaluatedProps extends LogicProps, Pick<ConverterProps, 'state'> {
  expression: Expression;
}

function Evaluated({ expression, logic, state, onChange }: EvaluatedProps) {
  const table = truthTable(expression, logic.notation, logic.variables);
  const { variables, nodes } = table;
  const bits = variables.map((_name, index) => (state.inputs[index] === '1' ? 1 : 0) as Bit);
  const values = evaluateNodes(nodes, new Map(variables.map((name, index) => [name, bits[index] ?? 0])));
  const choose = (chosen: readonly Bit[]) => onChange({ inputs: chosen.join('') });
  const names = chooseTruthNames(state);
  return (
    <>
      <p className="read-as">
        {t('ui.logic.readAs')} <span className="figures">{table.expression}</span>
        <InWords expression={expression} shown={table.expression} />
      </p>
      {variables.length > 0 && <VariableSwitches variables={variables} bits={bits} names={names} onChange={choose} />}
      <LogicResults
        table={table}
        bits={bits}
        onChoose={choose}
        names={names}
        circuitActions={<CopyCircuit nodes={nodes} values={values} />}
        tableActions={<CopyTable table={table} names={names} />}
      />
    </>
  );
}
