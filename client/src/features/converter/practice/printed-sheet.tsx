import './printed-sheet.css';
import type { ExerciseOfSheet } from '../../../../../src/features/conversion/rules/exercises/mixed-sheet';
import type { ColumnTask, Task } from '../../../../../src/features/conversion/rules/exercises/task';
import { exerciseKindNames } from '../../../components/exercises/kind-names';
import { type ShownSheet, sheetLink } from '../../../components/exercises/sheet-address';
import { t } from '../../../lib/i18n/t';
import { PrintedMap } from './printed-map';
import { solutionText } from './solution-text';

interface PrintedSheetProps {
  sheet: ShownSheet;
  exercises: readonly ExerciseOfSheet[];
  withAnswers: boolean;
}

/** The sheet for printing only: room for answers, with the solutions on a separate page at the end. */
export function PrintedSheet({ sheet, exercises, withAnswers }: PrintedSheetProps) {
  const { title, subtitle } = headingOf(sheet);
  return (
    <div className="printed-sheet" aria-hidden="true">
      <header>
        <h1>{title}</h1>
        <p>{subtitle}</p>
        <p className="printed-person">
          <span>{t('ui.practice.personName')}</span>
          <span>{t('ui.practice.date')}</span>
        </p>
      </header>
      <ol className="printed-questions">
        {exercises.map((exercise) => (
          <li key={keyOf(exercise)}>
            <p>{t(exercise.question)}</p>
            <AnswerSpace task={exercise.task} />
          </li>
        ))}
      </ol>
      <footer>{sheetLink(sheet)}</footer>
      {withAnswers && (
        <section className="printed-answers">
          <h1>{t('ui.practice.answers')}</h1>
          <p>
            {title} · {subtitle}
          </p>
          <ol>
            {exercises.map((exercise) => (
              <li key={keyOf(exercise)}>
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

function keyOf({ sheet: { kind, level }, position }: ExerciseOfSheet): string {
  return `${kind} ${level} ${position}`;
}

function headingOf(sheet: ShownSheet) {
  if ('parts' in sheet) {
    const kinds = new Set(sheet.parts.map(({ kind }) => t(exerciseKindNames[kind])));
    return { title: t('ui.practice.mixedTitle'), subtitle: [...kinds, sheet.seed].join(' · ') };
  }
  const { kind, level, seed } = sheet;
  return {
    title: t(exerciseKindNames[kind]),
    subtitle: `${t('ui.practice.levelName', { level })} · ${seed}`,
  };
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
