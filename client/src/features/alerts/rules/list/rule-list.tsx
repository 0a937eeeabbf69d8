import './rules.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { Section } from '../../../../components/layout/section';
import { RecordList, Records } from '../../../../components/lists/records';
import { usePages } from '../../../../components/lists/use-pages';
import { Notice } from '../../../../components/status/notice';
import { ruleName } from '../../../../lib/i18n/rule-name';
import { t } from '../../../../lib/i18n/t';
import { UnheardNotice } from '../../parts/unheard-notice';
import { ruleAddress } from '../rule-address';
import { ABOUT_RULES, RulesQuery } from '../rules.operations';
import { NewRulesNotice } from './new-rules-notice';
import { RuleRow } from './rule-row';

/** Polling interval, because states change on their own. */
const REFRESH_MS = 10_000;

/** Lists all rules with their states. */
export function RuleList() {
  const pages = usePages();
  const [{ data, error }, ask] = useQuery({
    query: RulesQuery,
    variables: { after: pages.after },
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_RULES).current,
  });
  const refresh = useEffectEvent(() => document.hidden || ask({ requestPolicy: 'network-only' }));
  useEffect(() => {
    const timer = setInterval(() => refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const [done, setDone] = useState(savedBefore);
  const rules = data?.alertRules.nodes ?? [];
  return (
    <Section
      title={t('ui.alertRules.title')}
      about={t('ui.alertRules.about')}
      actions={
        <Link className="button" href={ruleAddress()}>
          {t('ui.alertRules.new')}
        </Link>
      }
    >
      {data?.alertNotice && <NewRulesNotice rules={rules} />}
      <UnheardNotice />
      {done && <Notice tone="good">{done}</Notice>}
      <Records
        label={t('ui.alertRules.title')}
        page={data?.alertRules}
        error={error}
        onRetry={() => ask({ requestPolicy: 'network-only' })}
        pages={pages}
        empty={t('ui.alertRules.empty')}
      >
        {(shown, focusTarget) => (
          <RecordList label={t('ui.alertRules.title')} focusTarget={focusTarget}>
            {shown.map((rule) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                onDeleted={() => setDone(t('ui.alertRules.deleted', { name: ruleName(rule.name) }))}
              />
            ))}
          </RecordList>
        )}
      </Records>
    </Section>
  );
}

/** Returns a message about the rule just saved by the editor; empty if none. */
function savedBefore(): string {
  const { saved } = (history.state ?? {}) as { saved?: string };
  return saved === undefined ? '' : t('ui.alertRules.saved', { name: saved });
}
