import { ChoiceForm } from '../../../components/forms/choice-form';
import { useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { type AccessPolicy, SetNewAccounts } from './access.operations';

/** Which machines new accounts see. */
export function NewAccountsForm({ policy }: { policy: AccessPolicy['newAccounts'] }) {
  const action = useAction(SetNewAccounts);
  return (
    <div className="access-form">
      <ChoiceForm<AccessPolicy['newAccounts']>
        legend={t('ui.access.newAccounts')}
        options={[
          { value: 'ALL', label: t('ui.access.newAccountsAll') },
          { value: 'NONE', label: t('ui.access.newAccountsNone') },
        ]}
        present={policy}
        action={action}
        save={t('ui.access.save')}
        saved={t('ui.access.saved')}
        hint={() => t('ui.access.newAccountsAbout')}
        onSave={(chosen) => action.run({ machines: chosen })}
      />
    </div>
  );
}
