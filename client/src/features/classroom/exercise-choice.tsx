import './exercise-choice.css';
import { useState } from 'react';
import { exerciseKindNames } from '../../components/exercises/kind-names';
import { SelectField } from '../../components/forms/select-field';
import { Failure, Loading } from '../../components/status/states';
import { t } from '../../lib/i18n/t';
import type { ExerciseKind, PresentExercise, SheetExercise } from './classroom.operations';
import { type ChosenExercise, nextExercise } from './next-exercise';
import { useSheetExercise } from './use-sheet-exercise';

const KINDS = Object.keys(exerciseKindNames) as ExerciseKind[];

/** Chooses an exercise, beginning with the one after the room's present exercise. */
export function useExerciseChoice(present: PresentExercise | null = null) {
  const [chosen, choose] = useState(() =>
    nextExercise(present, { kind: present?.kind ?? 'DECIMAL_TO_BASE', level: present?.level ?? 1 }),
  );
  const takeNext = () => choose(nextExercise(chosen, chosen));
  return { chosen, choose, takeNext, ...useSheetExercise(chosen) };
}

/** Fields for the kind and level of an exercise, and the exercise itself. */
export function ExerciseChoice({ choice }: { choice: ReturnType<typeof useExerciseChoice> }) {
  const { chosen, choose, exercise, failure, retry } = choice;
  const change = (changes: Partial<ChosenExercise>) => choose(nextExercise(chosen, { ...chosen, ...changes }));
  return (
    <>
      <div className="send-fields">
        <SelectField
          label={t('ui.classroom.kind')}
          name="kind"
          value={chosen.kind}
          options={KINDS.map((value) => ({ value, label: t(exerciseKindNames[value]) }))}
          onChange={(kind) => change({ kind: kind as ExerciseKind })}
        />
        <SelectField
          label={t('ui.classroom.level')}
          name="level"
          value={String(chosen.level)}
          options={['1', '2', '3'].map((value) => ({ value, label: value }))}
          onChange={(level) => change({ level: Number(level) })}
        />
      </div>
      {exercise && <Preview exercise={exercise} />}
      {!exercise && (failure ? <Failure text={failure.text} onRetry={retry} /> : <Loading />)}
    </>
  );
}

/** Shows the exercise; its solution only on request, since the class may see this page on a mirrored screen. */
function Preview({ exercise: { question, solution } }: { exercise: SheetExercise }) {
  return (
    <div className="send-preview">
      <p className="send-question" aria-live="polite">
        {question}
      </p>
      <details key={question}>
        <summary>{t('ui.classroom.checkSolution')}</summary>
        <p className="send-solution">{solution}</p>
      </details>
    </div>
  );
}
