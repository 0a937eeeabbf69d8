import { type ReactNode, useState } from 'react';
import type { useAction } from '../../lib/graphql/use-action';
import { ActionForm } from './action-form';
import { Choice, type Option } from './choice';

interface ChoiceFormProps<V> {
  legend: string;
  options: readonly Option<V>[];
  /** The option that counts now. */
  present: V;
  action: Pick<ReturnType<typeof useAction>, 'progress' | 'rest'>;
  /** Label of the button. */
  save: string;
  /** Message after success. */
  saved: string;
  /** Says what the chosen option does. */
  hint(chosen: V): ReactNode;
  onSave(chosen: V): void;
}

/** A setting with a few options, which is saved by a button. */
export function ChoiceForm<V extends string>({
  legend,
  options,
  present,
  action,
  save,
  saved,
  hint,
  onSave,
}: ChoiceFormProps<V>) {
  const [chosen, choose] = useState(present);
  return (
    <ActionForm
      progress={action.progress}
      ready={chosen !== present}
      action={save}
      done={saved}
      onSend={() => onSave(chosen)}
    >
      <Choice<V>
        legend={legend}
        value={chosen}
        onChoose={(value) => {
          action.rest();
          choose(value);
        }}
        options={options}
      />
      <p className="hint" aria-live="polite">
        {hint(chosen)}
      </p>
    </ActionForm>
  );
}
