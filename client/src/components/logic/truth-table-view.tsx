import './truth-table.css';
import { useEffect, useId, useRef } from 'react';
import type { Bit } from '../../../../src/features/conversion/rules/logic/logic-operations';
import { TRUTH_FIGURES, type TruthNames } from '../../../../src/features/conversion/rules/logic/truth-names';
import type { TruthTable } from '../../../../src/features/conversion/rules/logic/truth-table';
import { t } from '../../lib/i18n/t';
import { WideArea } from '../layout/wide-area';

interface TruthTableViewProps {
  table: TruthTable;
  /** Values of the variables, used to highlight their row; undefined while unknown. */
  bits: readonly Bit[] | undefined;
  /** If omitted, rows cannot be chosen. */
  onChoose?: ((bits: readonly Bit[]) => void) | undefined;
  /** Labels for 0 and 1. */
  names?: TruthNames;
}

/** A truth table with a column for each subexpression. Highlights the current row and lets the user choose another. */
export function TruthTableView({ table, bits, onChoose, names = TRUTH_FIGURES }: TruthTableViewProps) {
  const { expression, variables, columns, rows } = table;
  const caption = t('ui.truthTable.caption', { expression });
  const name = useId();
  const element = useScrollToCurrent(onChoose ? undefined : bits?.join(''));
  // An expression without operations has no column of its own.
  const shown = columns.length > 0 ? columns.map((column) => column.expression) : [expression];
  return (
    <WideArea label={caption}>
      <table className="data-table truth-table figures" ref={element}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {onChoose && (
              <th scope="col">
                <span className="visually-hidden">{t('ui.truthTable.row')}</span>
              </th>
            )}
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
            const current = bits !== undefined && inputs.every((bit, index) => bit === bits[index]);
            return (
              <tr key={inputs.join('')} aria-current={current || undefined}>
                {onChoose && (
                  <td>
                    <label className="row-choice">
                      <input type="radio" name={name} checked={current} onChange={() => onChoose(inputs)} />
                      <span className="visually-hidden">
                        {variables.length === 0
                          ? t('ui.truthTable.noVariables')
                          : t('ui.truthTable.rowLabel', { inputs: assignment(variables, inputs) })}
                      </span>
                    </label>
                  </td>
                )}
                {inputs.map((bit, index) => (
                  <td key={variables[index]} data-bit={bit}>
                    {names[bit]}
                  </td>
                ))}
                {(columns.length > 0 ? values : [result]).map((bit, index) => (
                  <td key={shown[index]} data-bit={bit} data-result={index === shown.length - 1 || undefined}>
                    {names[bit]}
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

/**
 * Scrolls the highlighted row into view when it changes, unless the user is reading the table. Never scrolls the page
 * itself.
 */
function useScrollToCurrent(current: string | undefined) {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const area = table.current?.closest('figure');
    const row = table.current?.querySelector<HTMLElement>('[aria-current]');
    if (current === undefined || !area || !row || area.matches(':hover, :focus-within')) return;
    area.scrollTop = row.offsetTop - (area.clientHeight - row.offsetHeight) / 2;
  }, [current]);
  return table;
}

/** Formats an assignment as `A = 1, B = 0`. */
function assignment(variables: readonly string[], inputs: readonly Bit[]): string {
  return variables.map((name, index) => `${name} = ${inputs[index]}`).join(', ');
}
