import './rule-editor.css';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { Section } from '../../../../components/section';
import { Empty, Failure, Loading } from '../../../../components/states';
import { failureOf } from '../../../../lib/graphql/failure-of';
import { t } from '../../../../lib/i18n/t';
import type { PastChart } from '../past-chart';
import { rulesAddress } from '../rule-address';
import { type RuleHost, RuleQuery } from '../rules.operations';
import { RuleForm } from './rule-form';

export { alertRuleMessages as messages } from './messages';

interface RuleEditorProps {
  /** The rule to be changed; undefined for a new one. */
  id: string | undefined;
  Chart: PastChart;
}

/** The editor of a rule, once it is known what there is to edit. */
export default function RuleEditor({ id, Chart }: RuleEditorProps) {
  const [{ data, error }, ask] = useQuery({
    query: RuleQuery,
    variables: { id: id ?? '', exists: id !== undefined },
    requestPolicy: 'network-only',
  });
  const rule = data?.alertRule;
  return (
    <Section
      title={rule ? rule.name : t(id === undefined ? 'ui.alertRule.newTitle' : 'ui.alertRule.editTitle')}
      actions={
        <Link className="button button-small" href={rulesAddress}>
          {t('ui.alertRule.back')}
        </Link>
      }
    >
      {error && !data && (
        <Failure text={failureOf(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {!data && !error && <Loading lines={8} />}
      {data && id !== undefined && !rule && <Empty title={t('ui.alertRule.gone')} />}
      {data && (id === undefined || rule) && (
        <RuleForm
          rule={rule ?? undefined}
          channels={data.channels.nodes}
          hosts={hostsOf(data.alertRules.nodes)}
          Chart={Chart}
        />
      )}
    </Section>
  );
}

/** The hosts that rules stand on, by their names: while a rule is for all of them, all there are. */
function hostsOf(rules: readonly { readonly states: readonly RuleHost[] }[]): RuleHost[] {
  const hosts = new Map(rules.flatMap(({ states }) => states.map((state) => [state.host, state])));
  return [...hosts.values()].sort((a, b) => a.hostName.localeCompare(b.hostName));
}
