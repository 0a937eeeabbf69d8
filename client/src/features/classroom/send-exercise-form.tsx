import { useState } from 'react';
import { exerciseKindNames } from '../../components/exercises/kind-names';
import { ActionForm } from '../../components/forms/action-form';
import { SelectField } from '../../components/forms/select-field';
import { Failure, Loading } from '../../components/status/states';
import { useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { type ExerciseKind, type PresentExercise, SendExercise, type SheetExercise } from './classroom.operations';
import { nextExercise } from './next-exercise';
import { useSheetExercise } from './use-sheet-exercise';

const KINDS = Object.keys(exerciseKindNames) as ExerciseKind[];

interface SendExerciseFormProps {
  code: string;
  present: PresentExercise | null;
}

/** Form for choosing the next exercise, which is shown before it is sent and can be exchanged for another one. */
export function SendExerciseForm({ code, present }: SendExerciseFormProps) {
  const [chosen, choose] = useState(() =>
    nextExercise(present, { kind: present?.kind ?? 'DECIMAL_TO_BASE', level: present?.level ?? 1 }),
  );
  const { exercise, failure, retry } = useSheetExercise(chosen);
  const { progress, run } = useAction(SendExercise);
  const send = async () => {
    if (exercise && (await run({ room: code, ...chosen }))) choose(nextExercise(chosen, chosen));
  };
  return (
    <ActionForm
      // Nothing is sent unseen.
      progress={exercise ? progress : { state: 'busy' }}
      ready
      action={t(present ? 'ui.classroom.sendNext' : 'ui.classroom.send')}
      done={t('ui.classroom.sent')}
      beside={
        <button className="button" type="button" onClick={() => choose(nextExercise(chosen, chosen))}>
          {t('ui.classroom.another')}
        </button>
      }
      onSend={() => void send()}
    >
      <div className="send-fields">
        <SelectField
          label={t('ui.classroom.kind')}
          name="kind"
          value={chosen.kind}
          options={KINDS.map((value) => ({ value, label: t(exerciseKindNames[value]) }))}
          onChange={(kind) => choose(nextExercise(chosen, { ...chosen, kind: kind as ExerciseKind }))}
        />
        <SelectField
          label={t('ui.classroom.level')}
          name="level"
          value={String(chosen.level)}
          options={['1', '2', '3'].map((value) => ({ value, label: value }))}
          onChange={(level) => choose(nextExercise(chosen, { ...chosen, level: Number(level) }))}
        />
      </div>
      {exercise && <Preview exercise={exercise} />}
      {!exercise && (failure ? <Failure text={failure.text} onRetry={retry} /> : <Loading />)}
    </ActionForm>
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
