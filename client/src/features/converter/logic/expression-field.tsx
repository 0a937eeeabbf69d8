import './expression-field.css';
import type { ExpressionProblem } from '../../../../../src/features/conversion/rules/logic/expression';
import { expressionProblemText } from '../../../../../src/features/conversion/rules/logic/expression-problem-text';
import { type Notation, notations } from '../../../../../src/features/conversion/rules/logic/notation';
import { type ReadingCode, readingsOf } from '../../../../../src/features/conversion/rules/logic/readings';
import { isUnreadable } from '../../../../../src/features/conversion/rules/unreadable';
import { FaultMark } from '../../../components/fault-mark';
import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { notationNames } from '../../../components/logic/notation-names';
import { asTyped } from '../../../lib/forms/as-typed';
import { type MessageKey, t } from '../../../lib/i18n/t';
import type { ConverterProps } from '../converter-props';
import { ReadingNote } from '../reading-note';
import { inNotation, type LogicState, withExpression } from './logic-state';

interface ExpressionFieldProps extends Pick<ConverterProps, 'onChange'> {
  logic: LogicState;
}

/** The expression field, with its errors and a note on each part that has another likely reading. */
export function ExpressionField({ logic, onChange }: ExpressionFieldProps) {
  const { text, parsed } = logic;
  const problem = isUnreadable<ExpressionProblem>(parsed) ? parsed.problem : undefined;
  return (
    <div className="expression">
      <Field
        label={t('ui.logic.expression')}
        name="expression"
        {...asTyped}
        value={text}
        faults={problem && [t(expressionProblemText(problem))]}
        onChange={({ target }) => onChange(withExpression(logic, target.value))}
      />
      {problem && 'position' in problem && (
        <FaultMark text={text} position={problem.position} length={[...problem.found].length} />
      )}
      {readingsOf(text, logic.notation).map(({ code, found, otherwise }) => (
        <ReadingNote
          key={code}
          taken={t(READINGS[code].taken, { found })}
          other={t(READINGS[code].other)}
          onOther={() => onChange({ ...otherwise })}
        />
      ))}
    </div>
  );
}

const READINGS = {
  CARET_AS_AND: { taken: 'ui.logic.caretAnd', other: 'ui.logic.readAsXor' },
  CARET_AS_XOR: { taken: 'ui.logic.caretXor', other: 'ui.logic.readAsAnd' },
  LETTERS_AS_NAME: { taken: 'ui.logic.lettersName', other: 'ui.logic.readAsProduct' },
  LETTERS_AS_PRODUCT: { taken: 'ui.logic.lettersProduct', other: 'ui.logic.readAsName' },
  LETTER_E_AS_VARIABLE: { taken: 'ui.logic.letterVariable', other: 'ui.logic.readAsAnd' },
  TRUTH_LETTERS_AS_CONSTANTS: { taken: 'ui.logic.truthConstants', other: 'ui.logic.readAsVariables' },
} as const satisfies Readonly<Record<ReadingCode, { readonly taken: MessageKey; readonly other: MessageKey }>>;

const SIGNS: Readonly<Record<Notation, MessageKey>> = {
  WORDS: 'ui.logic.signs.words',
  MATHEMATICS: 'ui.logic.signs.mathematics',
  ENGINEERING: 'ui.logic.signs.engineering',
  PROGRAMMING: 'ui.logic.signs.programming',
};

/** Selects the notation, in which the expression is then rewritten, and lists its operators. */
export function NotationChoice({ logic, onChange }: ExpressionFieldProps) {
  const shown = logic.notation ?? 'WORDS';
  return (
    <div className="notation">
      <Choice<Notation>
        legend={t('ui.logic.notation.legend')}
        value={shown}
        options={notations.map((notation) => ({ value: notation, label: t(notationNames[notation]) }))}
        onChoose={(chosen) => onChange(inNotation(logic, chosen))}
      />
      <p className="hint">{t(SIGNS[shown])}</p>
    </div>
  );
}
