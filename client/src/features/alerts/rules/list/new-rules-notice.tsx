import { useState } from 'react';
import { useClient } from 'urql';
import { Notice } from '../../../../components/status/notice';
import { describeFailure } from '../../../../lib/graphql/describe-failure';
import { t } from '../../../../lib/i18n/t';
import { keepFocus } from '../../../../lib/page/remember-focus';
import { ABOUT_RULES, buildInput, DismissNotice, type ListedRule, UpdateRule } from '../rules.operations';

/**
 * Announces rules added by a newer version, which are off so that nobody gets unsolicited messages; lets staff switch
 * them on or leave them off.
 */
export function NewRulesNotice({ rules }: { rules: readonly ListedRule[] }) {
  const client = useClient();
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const supplied = rules.filter(({ isSupplied, isActive }) => isSupplied && !isActive);
  const end = async (switchesOn: boolean) => {
    if (isBusy) return;
    keepFocus();
    setBusy(true);
    for (const rule of switchesOn ? supplied : []) {
      const { error } = await client.mutation(UpdateRule, { id: rule.id, input: buildInput(rule, { isActive: true }) });
      if (error) setFailure(describeFailure(error).text);
    }
    const { error } = await client.mutation(DismissNotice, {}, ABOUT_RULES);
    if (error) setFailure(describeFailure(error).text);
    setBusy(false);
  };
  return (
    <Notice>
      <p>{t('ui.alertRules.newRules', { count: supplied.length })}</p>
      <div className="actions">
        {supplied.length > 0 && (
          <button className="button button-small" type="button" aria-disabled={isBusy} onClick={() => void end(true)}>
            {t('ui.alertRules.switchAllOn')}
          </button>
        )}
        <button className="button button-small" type="button" aria-disabled={isBusy} onClick={() => void end(false)}>
          {t('ui.alertRules.leaveOff')}
        </button>
      </div>
      {failure && <p className="error">{failure}</p>}
    </Notice>
  );
}
