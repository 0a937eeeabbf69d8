import { useState } from 'react';
import { ActionForm } from '../../../components/forms/action-form';
import { Choice } from '../../../components/forms/choice';
import { useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { type AccessPolicy, SetSecondFactorPolicy } from './access.operations';

export function SecondFactorPolicyForm({ policy }: { policy: AccessPolicy['secondFactor'] }) {
  const [chosen, choose] = useState(policy);
  const { progress, run, rest } = useAction(SetSecondFactorPolicy);
  return (
    <div className="access-form">
      <ActionForm
        progress={progress}
        ready={chosen !== policy}
        action={t('ui.access.save')}
        done={t('ui.access.saved')}
        onSend={() => run({ policy: chosen })}
      >
        <Choice<AccessPolicy['secondFactor']>
          legend={t('ui.access.secondFactor')}
          value={chosen}
          onChoose={(value) => {
            rest();
            choose(value);
          }}
          options={[
            { value: 'OPTIONAL', label: t('ui.access.optional') },
            { value: 'STAFF', label: t('ui.access.staff') },
            { value: 'ALL', label: t('ui.access.all') },
          ]}
        />
        <p className="hint">{t('ui.access.secondFactorAbout')}</p>
      </ActionForm>
    </div>
  );
}
