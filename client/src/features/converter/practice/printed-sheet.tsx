import './printed-sheet.css';
import type { Exercise } from '../../../../../src/features/conversion/rules/exercises/exercise';
import type { ColumnTask, Task } from '../../../../../src/features/conversion/rules/exercises/task';
import { exerciseKindNames } from '../../../components/exercises/kind-names';
import { t } from '../../../lib/i18n/t';
import { PrintedMap } from './printed-map';
import { type ShownSheet, sheetLink } from './sheet-address';
import { solutionText } from './solution-text';

interface PrintedSheetProps {
  name: ShownSheet;
  exercises: readonly Exercise[];
  withAnswers: boolean;
}

/** The sheet for printing only: room for answers, with the solutions on a separate page at the end. */
export function PrintedSheet({ name, exercises, withAnswers }: PrintedSheetProps) {
  const title = t(exerciseKindNames[name.kind]);
  return (
    <div className="printed-sheet" aria-hidden="true">
      <header>
        <h1>{title}</h1>
        <p>
          {t('ui.practice.levelName', { level: name.level })} · {name.seed}
        </p>
        <p className="printed-person">
          <span>{t('ui.practice.personName')}</span>
          <span>{t('ui.practice.date')}</span>
        </p>
      </header>
      <ol className="printed-questions" data-kind={name.kind}>
        {exercises.map((exercise) => (
          <li key={exercise.position}>
            <p>{t(exercise.question)}</p>
            <AnswerSpace task={exercise.task} />
          </li>
        ))}
      </ol>
      <footer>{sheetLink(name)}</footer>
      {withAnswers && (
        <section className="printed-answers">
          <h1>{t('ui.practice.answers')}</h1>
          <p>
            {title} · {t('ui.practice.levelName', { level: name.level })} · {name.seed}
          </p>
          <ol data-kind={name.kind}>
            {exercises.map((exercise) => (
              <li key={exercise.position}>
                <span className="figures">{solutionText(exercise)}</span>
                {exercise.task.kind === 'MINIMISE' && <PrintedMap task={exercise.task} isBlank={false} />}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

/** Room for the answer: a table or a map to fill in where pupils would draw one, and a line. */
function AnswerSpace({ task }: { task: Task }) {
  if ('expression' in task) return <EmptyTable task={task} />;
  return (
    <>
      {task.kind === 'MINIMISE' && <PrintedMap task={task} isBlank />}
      <p className="printed-room" data-kind={task.kind} />
    </>
  );
}

function EmptyTable({ task: { variables } }: { task: ColumnTask }) {
  return (
    <table className="printed-table">
      <thead>
        <tr>
          {variables.map((name) => (
            <th key={name}>{name}</th>
          ))}
          <th />
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 2 ** variables.length }, (_, row) => row.toString(2).padStart(variables.length, '0')).map(
          (inputs) => (
            <tr key={inputs}>
              {variables.map((name, index) => (
                <td key={name}>{inputs[index]}</td>
              ))}
              <td />
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
