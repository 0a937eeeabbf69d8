import { ChoiceForm } from '../../../components/forms/choice-form';
import { useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { type AccessPolicy, SetSecondFactorPolicy } from './access.operations';

export function SecondFactorPolicyForm({ policy }: { policy: AccessPolicy['secondFactor'] }) {
  const action = useAction(SetSecondFactorPolicy);
  return (
    <div className="access-form">
      <ChoiceForm<AccessPolicy['secondFactor']>
        legend={t('ui.access.secondFactor')}
        options={[
          { value: 'OPTIONAL', label: t('ui.access.optional') },
          { value: 'STAFF', label: t('ui.access.staff') },
          { value: 'ALL', label: t('ui.access.all') },
        ]}
        present={policy}
        action={action}
        save={t('ui.access.save')}
        saved={t('ui.access.saved')}
        hint={() => t('ui.access.secondFactorAbout')}
        onSave={(chosen) => action.run({ policy: chosen })}
      />
    </div>
  );
}
