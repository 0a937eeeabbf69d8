import type { Exercise } from '../../../../../src/features/conversion/rules/exercises/exercise';
import type { Task } from '../../../../../src/features/conversion/rules/exercises/task';
import { WideArea } from '../../../components/layout/wide-area';
import { t } from '../../../lib/i18n/t';

/** Previews the typed answer where that helps: as a truth table column, or by its number of bits. */
export function AnswerPreview({ exercise: { task, expression }, answer }: { exercise: Exercise; answer: string }) {
  if ('expression' in task) return <ColumnPreview {...task} expression={expression ?? ''} answer={answer} />;
  const wanted = bitsWanted(task);
  const given = answer.replace(/[^01]/g, '').length;
  if (wanted === undefined || given === 0) return null;
  return <p className="hint">{t('ui.practice.bitCount', { given: Math.min(given, 999), wanted })}</p>;
}

/** Returns the required number of bits, if that is part of the question and the answer consists of bits only. */
function bitsWanted(task: Task): number | undefined {
  if (task.kind === 'TWOS_COMPLEMENT') return task.direction === 'DECODE' ? undefined : task.bits;
  if (task.kind !== 'FLOATING_POINT' || task.direction === 'DECODE') return undefined;
  return task.format === 'BINARY16' ? 16 : 32;
}

interface ColumnPreviewProps {
  variables: readonly string[];
  expression: string;
  answer: string;
}

/** Shows the rows of the table with the typed signs beside them. */
function ColumnPreview({ variables, expression, answer }: ColumnPreviewProps) {
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
