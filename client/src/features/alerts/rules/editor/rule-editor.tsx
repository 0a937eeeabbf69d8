import './rule-editor.css';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { Section } from '../../../../components/layout/section';
import { Empty, Failure, Loading } from '../../../../components/status/states';
import { describeFailure } from '../../../../lib/graphql/describe-failure';
import { loadMessages } from '../../../../lib/i18n/load-messages';
import { ruleName } from '../../../../lib/i18n/rule-name';
import { t } from '../../../../lib/i18n/t';
import type { PastChart } from '../past-chart';
import { rulesAddress } from '../rule-address';
import { type RuleHost, RuleQuery, type RuleTargets } from '../rules.operations';
import { RuleForm } from './rule-form';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../../src/locales/*.json', {
    query: '?keys=ui.alertRule,ui.alertWords,rules.alert,rules.expression,rules.signs',
    import: 'default',
  }),
);

interface RuleEditorProps {
  /** Id of the rule; undefined for a new one. */
  id: string | undefined;
  Chart: PastChart;
}

/** The editor of a rule, shown once its data has been loaded. */
export default function RuleEditor({ id, Chart }: RuleEditorProps) {
  const [{ data, error }, ask] = useQuery({
    query: RuleQuery,
    variables: { id: id ?? '', exists: id !== undefined },
    requestPolicy: 'network-only',
  });
  const rule = data?.alertRule;
  return (
    <Section
      title={rule ? ruleName(rule.name) : t(id === undefined ? 'ui.alertRule.newTitle' : 'ui.alertRule.editTitle')}
      actions={
        <Link className="button" href={rulesAddress}>
          {t('ui.alertRule.back')}
        </Link>
      }
    >
      {error && !data && (
        <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {!data && !error && <Loading lines={8} />}
      {data && id !== undefined && !rule && <Empty title={t('ui.alertRule.gone')} />}
      {data && (id === undefined || rule) && (
        <RuleForm
          rule={rule ?? undefined}
          channels={data.channels.nodes}
          targets={collectTargets(data)}
          Chart={Chart}
        />
      )}
    </Section>
  );
}

interface FoundTargets {
  readonly alertRule?: { readonly states: readonly RuleHost[] } | null;
  readonly hosts: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly id: string; readonly name: string }[];
  };
  readonly hostTags: readonly string[];
}

function collectTargets({ alertRule, hosts, hostTags }: FoundTargets): RuleTargets {
  const first = hosts.nodes.map(({ id, name }) => ({ host: id, hostName: name }));
  const all = new Map([...first, ...(alertRule?.states ?? [])].map((host) => [host.host, host]));
  return { hosts: [...all.values()], total: hosts.totalCount, tags: hostTags };
}
