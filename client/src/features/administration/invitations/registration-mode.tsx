import { ChoiceForm } from '../../../components/forms/choice-form';
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
  const action = useAction(SetRegistrationMode);
  return (
    <ChoiceForm<RegistrationMode>
      legend={t('ui.invitations.who')}
      options={[
        { value: 'OPEN', label: t('ui.invitations.OPEN') },
        { value: 'INVITE', label: t('ui.invitations.INVITE') },
        { value: 'CLOSED', label: t('ui.invitations.CLOSED') },
      ]}
      present={mode}
      action={action}
      save={t('ui.invitations.saveMode')}
      saved={t('ui.invitations.modeSaved')}
      hint={(chosen) => t(EFFECTS[chosen])}
      onSave={(chosen) => action.run({ mode: chosen })}
    />
  );
}
