import './exercise-choice.css';
import { useState } from 'react';
import { type Notation, notations } from '../../../../../src/features/conversion/rules/logic/notation';
import { exerciseKindNames } from '../../../components/exercises/kind-names';
import { notationOf } from '../../../components/exercises/notation-of';
import { SelectField } from '../../../components/forms/select-field';
import { notationNames } from '../../../components/logic/notation-names';
import { Failure, Loading } from '../../../components/status/states';
import { t } from '../../../lib/i18n/t';
import type { ExerciseKind, PresentExercise, SheetExercise } from '../classroom.operations';
import { nextExercise } from './next-exercise';
import { useSheetExercise } from './use-sheet-exercise';

const KINDS = Object.keys(exerciseKindNames) as ExerciseKind[];

/** Chooses an exercise, beginning with the one after the room's present exercise. */
export function useExerciseChoice(present: PresentExercise | null = null) {
  const [notation, setNotation] = useState(() => (present ? chosenNotation(present) : undefined));
  const [next, choose] = useState(() => nextExercise(present, present ?? { kind: 'DECIMAL_TO_BASE', level: 1 }));
  const chosen = { ...next, notation: notationOf(next.kind, notation) ?? null };
  const take = (changes: { readonly kind?: ExerciseKind; readonly level?: number }) =>
    choose(nextExercise(next, { ...next, ...changes }));
  return { chosen, take, setNotation, takeNext: () => take({}), ...useSheetExercise(chosen) };
}

/** Returns the notation that was chosen for an exercise; undefined if it is the usual one of its kind. */
function chosenNotation({ kind, notation }: PresentExercise): Notation | undefined {
  return notation === null || notation === notationOf(kind, undefined) ? undefined : notation;
}

/** Fields for the kind, level and notation of an exercise, and the exercise itself. */
export function ExerciseChoice({ choice }: { choice: ReturnType<typeof useExerciseChoice> }) {
  const { chosen, take, setNotation, exercise, failure, retry } = choice;
  return (
    <>
      <div className="send-fields">
        <SelectField
          label={t('ui.classroom.kind')}
          name="kind"
          value={chosen.kind}
          options={KINDS.map((value) => ({ value, label: t(exerciseKindNames[value]) }))}
          onChange={(kind) => take({ kind: kind as ExerciseKind })}
        />
        <SelectField
          label={t('ui.classroom.level')}
          name="level"
          value={String(chosen.level)}
          options={['1', '2', '3'].map((value) => ({ value, label: value }))}
          onChange={(level) => take({ level: Number(level) })}
        />
        {chosen.notation && (
          <SelectField
            label={t('ui.practice.notation')}
            name="notation"
            value={chosen.notation}
            options={notations.map((value) => ({ value, label: t(notationNames[value]) }))}
            onChange={(notation) => setNotation(notation as Notation)}
          />
        )}
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
