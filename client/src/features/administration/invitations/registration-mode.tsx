import { useState } from 'react';
import { ActionForm } from '../../../components/forms/action-form';
import { Choice } from '../../../components/forms/choice';
import { useAction } from '../../../lib/graphql/use-action';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { type RegistrationMode, SetRegistrationMode } from './invitations.operations';

/** Effect of each mode on people without an account. */
const EFFECTS = {
  OPEN: 'ui.invitations.effect.OPEN',
  INVITE: 'ui.invitations.effect.INVITE',
  CLOSED: 'ui.invitations.effect.CLOSED',
} as const satisfies Record<RegistrationMode, MessageKey>;

/** Form for setting who can create an account; it shows the effect of a choice before it is saved. */
export function RegistrationModeForm({ mode }: { mode: RegistrationMode }) {
  const [chosen, choose] = useState(mode);
  const { progress, run, rest } = useAction(SetRegistrationMode);
  return (
    <ActionForm
      progress={progress}
      ready={chosen !== mode}
      action={t('ui.invitations.saveMode')}
      done={t('ui.invitations.modeSaved')}
      onSend={() => run({ mode: chosen })}
    >
      <Choice<RegistrationMode>
        legend={t('ui.invitations.who')}
        value={chosen}
        onChoose={(value) => {
          rest();
          choose(value);
        }}
        options={[
          { value: 'OPEN', label: t('ui.invitations.OPEN') },
          { value: 'INVITE', label: t('ui.invitations.INVITE') },
          { value: 'CLOSED', label: t('ui.invitations.CLOSED') },
        ]}
      />
      <p className="hint" aria-live="polite">
        {t(EFFECTS[chosen])}
      </p>
    </ActionForm>
  );
}
