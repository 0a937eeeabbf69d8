import type { Task, TruthTableTask } from '../../../../../src/features/conversion/rules/exercises/task';
import { WideArea } from '../../../components/layout/wide-area';
import { t } from '../../../lib/i18n/t';

/** What was typed so far, where that helps to see where one is: the column in its table, or how many bits there are. */
export function AnswerPreview({ task, answer }: { task: Task; answer: string }) {
  if (task.kind === 'TRUTH_TABLE') return <ColumnPreview task={task} answer={answer} />;
  const wanted = bitsWanted(task);
  const given = answer.replace(/[^01]/g, '').length;
  if (wanted === undefined || given === 0) return null;
  return <p className="hint">{t('ui.practice.bitCount', { given: Math.min(given, 999), wanted })}</p>;
}

/** How many bits an answer has to have, where that is part of what is asked and bits are all that is answered. */
function bitsWanted(task: Task): number | undefined {
  if (task.kind === 'TWOS_COMPLEMENT') return task.direction === 'DECODE' ? undefined : task.bits;
  if (task.kind !== 'FLOATING_POINT' || task.direction === 'DECODE') return undefined;
  return task.format === 'BINARY16' ? 16 : 32;
}

/** The rows of the table, with the typed signs beside them. */
function ColumnPreview({ task: { variables, expression }, answer }: { task: TruthTableTask; answer: string }) {
  const typed = [...answer.toUpperCase()].filter((sign) => /[01VFT]/.test(sign));
  return (
    <WideArea label={t('ui.practice.table')}>
      <table className="data-table practice-table figures">
        <thead>
          <tr>
            {variables.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
            <th scope="col">{expression}</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 2 ** variables.length }, (_, row) =>
            row.toString(2).padStart(variables.length, '0'),
          ).map((inputs, row) => (
            <tr key={inputs} aria-current={row === typed.length || undefined}>
              {variables.map((name, index) => (
                <td key={name}>{inputs[index]}</td>
              ))}
              <td className="practice-typed">{typed[row] ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideArea>
  );
}
