import { ActionForm } from '../../../components/forms/action-form';
import { useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { type PresentExercise, SendExercise } from '../classroom.operations';
import { ExerciseChoice, useExerciseChoice } from '../preparation/exercise-choice';
import { PrepareButton } from '../preparation/prepare-button';
import type { Prepared } from '../preparation/use-prepared';

interface SendExerciseFormProps {
  code: string;
  present: PresentExercise | null;
  prepared: Prepared;
}

/** Form for choosing the next exercise, which is shown before it is sent and can be exchanged or kept for later. */
export function SendExerciseForm({ code, present, prepared }: SendExerciseFormProps) {
  const choice = useExerciseChoice(present);
  const { chosen, exercise, takeNext } = choice;
  const { progress, run } = useAction(SendExercise);
  const send = async () => {
    if (exercise && (await run({ room: code, ...chosen }))) takeNext();
  };
  return (
    <ActionForm
      // Nothing is sent unseen.
      progress={exercise ? progress : { state: 'busy' }}
      ready
      action={t(present ? 'ui.classroom.sendNext' : 'ui.classroom.send')}
      done={t('ui.classroom.sent')}
      beside={
        <>
          <button className="button" type="button" onClick={takeNext}>
            {t('ui.classroom.another')}
          </button>
          <PrepareButton choice={choice} prepared={prepared} />
        </>
      }
      onSend={() => void send()}
    >
      <ExerciseChoice choice={choice} />
    </ActionForm>
  );
}
