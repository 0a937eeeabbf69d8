import { useState } from 'react';
import { exerciseKindNames } from '../../components/exercises/kind-names';
import { ActionForm } from '../../components/forms/action-form';
import { SelectField } from '../../components/forms/select-field';
import { useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { type ExerciseKind, type PresentExercise, SendExercise } from './classroom.operations';
import { nextExercise } from './next-exercise';

const KINDS = Object.keys(exerciseKindNames) as ExerciseKind[];

interface SendExerciseFormProps {
  code: string;
  present: PresentExercise | null;
}

/** Form for choosing the next exercise's kind and level; the exercise itself depends on those already sent. */
export function SendExerciseForm({ code, present }: SendExerciseFormProps) {
  const [kind, setKind] = useState<ExerciseKind>(present?.kind ?? 'DECIMAL_TO_BASE');
  const [level, setLevel] = useState(String(present?.level ?? 1));
  const { progress, run } = useAction(SendExercise);
  const send = () => void run({ room: code, ...nextExercise(present, { kind, level: Number(level) }) });
  return (
    <ActionForm
      progress={progress}
      ready
      action={t(present ? 'ui.classroom.sendNext' : 'ui.classroom.send')}
      done={t('ui.classroom.sent')}
      onSend={send}
    >
      <div className="send-fields">
        <SelectField
          label={t('ui.classroom.kind')}
          name="kind"
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(exerciseKindNames[value]) }))}
          onChange={(value) => setKind(value as ExerciseKind)}
        />
        <SelectField
          label={t('ui.classroom.level')}
          name="level"
          value={level}
          options={['1', '2', '3'].map((value) => ({ value, label: value }))}
          onChange={setLevel}
        />
      </div>
    </ActionForm>
  );
}
