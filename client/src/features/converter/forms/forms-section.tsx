import './forms.css';
import { type FormName, formNames } from '../../../../../src/features/conversion/rules/logic-forms/form-expression';
import { minimise } from '../../../../../src/features/conversion/rules/logic-forms/minimise';
import { outputsProblemText } from '../../../../../src/features/conversion/rules/logic-forms/outputs-problem-text';
import type { OutputsProblem } from '../../../../../src/features/conversion/rules/logic-forms/parse-outputs';
import { isUnreadable } from '../../../../../src/features/conversion/rules/unreadable';
import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { type MessageKey, t } from '../../../lib/i18n/t';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { ExpressionField, NotationChoice } from '../logic/expression-field';
import { chooseTruthNames } from '../logic/logic-state';
import { Comparison } from './comparison';
import { FormCircuit } from './form-circuit';
import { FormGroups } from './form-groups';
import { FormResult } from './form-result';
import { COLUMN, columnFor, type FormsState, parseFormsState, turned } from './forms-state';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.forms,ui.logic,ui.gates,ui.circuit,rules.expression,rules.outputs',
    import: 'default',
  }),
);

/** A function, given as an expression or as a truth table column, with its Karnaugh map, forms and circuits. */
export default function FormsSection({ state, onChange }: ConverterProps) {
  const forms = parseFormsState(state);
  const { given, form, isColumn, logic } = forms;
  const minimal = given && !isUnreadable<OutputsProblem>(given) ? minimise(given, form) : undefined;
  return (
    <ConverterSection id="forms" title={t('ui.forms.forms')} about={t('ui.forms.about')}>
      <div className="forms-board">
        <div className="converter-choices">
          <Choice
            legend={t('ui.forms.source')}
            value={isColumn ? COLUMN : ''}
            options={[
              { value: '', label: t('ui.forms.ofExpression') },
              { value: COLUMN, label: t('ui.forms.ofColumn') },
            ]}
            onChoose={(source) => onChange({ source, ...(source === COLUMN && { outputs: columnFor(forms) }) })}
          />
          {isColumn ? (
            <OutputsField forms={forms} onChange={onChange} />
          ) : (
            <ExpressionField logic={logic} onChange={onChange} />
          )}
          <Choice<FormName>
            legend={t('ui.forms.form')}
            value={form}
            options={formNames.map((name) => ({ value: name, label: t(FORMS[name]) }))}
            onChoose={(chosen) => onChange({ form: chosen })}
          />
          <NotationChoice logic={logic} onChange={onChange} />
        </div>
        {minimal && (
          <>
            <FormResult minimal={minimal} notation={logic.notation} />
            <FormGroups
              // Remounts for another function, whose groups are different.
              key={`${form} ${minimal.function.outputs.join('')}`}
              minimal={minimal}
              notation={logic.notation}
              names={chooseTruthNames(state)}
              onTurn={isColumn ? (index) => onChange({ outputs: turned(minimal.function, index) }) : undefined}
            />
          </>
        )}
      </div>
      {minimal && (
        <FormCircuit
          minimal={minimal}
          notation={logic.notation}
          gate={forms.gate}
          onChoose={(gates) => onChange({ gates })}
        />
      )}
      {!isColumn && <Comparison logic={logic} compared={state.compared} onChange={onChange} />}
    </ConverterSection>
  );
}

const FORMS: Readonly<Record<FormName, MessageKey>> = {
  SUM_OF_PRODUCTS: 'ui.forms.sumOfProducts',
  PRODUCT_OF_SUMS: 'ui.forms.productOfSums',
};

interface OutputsFieldProps extends Pick<ConverterProps, 'onChange'> {
  forms: FormsState;
}

function OutputsField({ forms: { outputs, given }, onChange }: OutputsFieldProps) {
  const faults = given && isUnreadable<OutputsProblem>(given) ? [t(outputsProblemText(given.problem))] : [];
  return (
    <div className="expression">
      <Field
        label={t('ui.forms.outputs')}
        hint={t('ui.forms.outputsHint')}
        name="outputs"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={outputs}
        faults={faults}
        onChange={({ target }) => onChange({ outputs: target.value })}
      />
    </div>
  );
}
