import { useId } from 'react';
import type { Bit } from '../../../../../src/conversion/rules/logic';
import type { TruthTable } from '../../../../../src/conversion/rules/truth-table';
import { t } from '../../../lib/i18n/t';
import { WideArea } from '../wide-area';

interface TruthTableViewProps {
  table: TruthTable;
  /** The chosen bits of the variables, whose row is highlighted. */
  bits: readonly Bit[];
  onChoose(bits: readonly Bit[]): void;
}

/** A truth table with a column for each subexpression. Choosing a row sets the variables to its inputs. */
export function TruthTableView({ table, bits, onChoose }: TruthTableViewProps) {
  const { expression, variables, columns, rows } = table;
  const caption = t('ui.logic.truthTableCaption', { expression });
  const name = useId();
  // An expression without operations has no column of its own.
  const shown = columns.length > 0 ? columns.map((column) => column.expression) : [expression];
  return (
    <WideArea label={caption}>
      <table className="data-table truth-table figures">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('ui.logic.row')}</span>
            </th>
            {variables.map((variable) => (
              <th scope="col" key={variable}>
                {variable}
              </th>
            ))}
            {shown.map((part, index) => (
              <th scope="col" key={part} data-result={index === shown.length - 1 || undefined}>
                <span>{part}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ inputs, values, result }) => {
            const current = inputs.every((bit, index) => bit === bits[index]);
            return (
              <tr key={inputs.join('')} aria-current={current || undefined}>
                <td>
                  <label className="row-choice">
                    <input type="radio" name={name} checked={current} onChange={() => onChoose(inputs)} />
                    <span className="visually-hidden">
                      {variables.length === 0
                        ? t('ui.logic.noVariables')
                        : t('ui.logic.rowLabel', { inputs: assignment(variables, inputs) })}
                    </span>
                  </label>
                </td>
                {inputs.map((bit, index) => (
                  <td key={variables[index]} data-bit={bit}>
                    {bit}
                  </td>
                ))}
                {(columns.length > 0 ? values : [result]).map((bit, index) => (
                  <td key={shown[index]} data-bit={bit} data-result={index === shown.length - 1 || undefined}>
                    {bit}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </WideArea>
  );
}

/** `A = 1, B = 0` */
function assignment(variables: readonly string[], inputs: readonly Bit[]): string {
  return variables.map((name, index) => `${name} = ${inputs[index]}`).join(', ');
}
