import { useState } from 'react';
import { ActionForm } from '../../../components/forms/action-form';
import { Choice } from '../../../components/forms/choice';
import { useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { type AccessPolicy, SetNewAccounts } from './access.operations';

/** Which machines new accounts see. */
export function NewAccountsForm({ policy }: { policy: AccessPolicy['newAccounts'] }) {
  const [chosen, choose] = useState(policy);
  const { progress, run, rest } = useAction(SetNewAccounts);
  return (
    <div className="access-form">
      <ActionForm
        progress={progress}
        ready={chosen !== policy}
        action={t('ui.access.save')}
        done={t('ui.access.saved')}
        onSend={() => run({ machines: chosen })}
      >
        <Choice<AccessPolicy['newAccounts']>
          legend={t('ui.access.newAccounts')}
          value={chosen}
          onChoose={(value) => {
            rest();
            choose(value);
          }}
          options={[
            { value: 'ALL', label: t('ui.access.newAccountsAll') },
            { value: 'NONE', label: t('ui.access.newAccountsNone') },
          ]}
        />
        <p className="hint">{t('ui.access.newAccountsAbout')}</p>
      </ActionForm>
    </div>
  );
}
