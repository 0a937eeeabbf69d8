import { useId } from 'react';
import { useQuery } from 'urql';
import { Section } from '../../../components/layout/section';
import { Notice } from '../../../components/status/notice';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { dateFormat } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { DifferenceText } from './difference-text';
import type { View } from './use-view';
import { DifferenceQuery, type ListedVersion, VersionsQuery } from './versions.operations';

interface VersionComparisonProps {
  to: string;
  /** The earlier version; null selects the one before `to`. */
  from: string | null;
  onShow(view: View): void;
}

/** Shows the changes from one version to another. */
export function VersionComparison({ to, from, onShow }: VersionComparisonProps) {
  const [{ data, error }, ask] = useQuery({ query: VersionsQuery, variables: {} });
  const versions = data?.termsVersions.nodes ?? [];
  const index = versions.findIndex(({ version }) => version === to);
  const before = from ?? versions[index + 1]?.version ?? to;
  return (
    <Section
      title={t('ui.versions.difference')}
      actions={
        <button className="button" type="button" onClick={() => onShow({ kind: 'list' })}>
          {t('ui.versions.back')}
        </button>
      }
    >
      {error && !data && (
        <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      <div className="terms-compared">
        <VersionChoice
          label={t('ui.versions.from')}
          versions={versions}
          value={before}
          onChoose={(version) => onShow({ kind: 'compare', to, from: version })}
        />
        <VersionChoice
          label={t('ui.versions.to')}
          versions={versions}
          value={to}
          onChoose={(version) => onShow({ kind: 'compare', to: version, from: before })}
        />
      </div>
      {data && <Compared from={before} to={to} />}
    </Section>
  );
}

interface VersionChoiceProps {
  label: string;
  versions: readonly ListedVersion[];
  value: string;
  onChoose(version: string): void;
}

function VersionChoice({ label, versions, value, onChoose }: VersionChoiceProps) {
  const id = useId();
  const days = dateFormat({ dateStyle: 'medium' });
  const isListed = versions.some(({ version }) => version === value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        {!isListed && <option value={value}>{t('ui.versions.name', { version: value })}</option>}
        {versions.map(({ version, createdAt }) => (
          <option key={version} value={version}>
            {t('ui.versions.name', { version })} · {days.format(new Date(createdAt))}
          </option>
        ))}
      </select>
    </div>
  );
}

function Compared({ from, to }: { from: string; to: string }) {
  const [{ data, error, fetching }, ask] = useQuery({
    query: DifferenceQuery,
    variables: { from, to },
    requestPolicy: 'network-only',
  });
  if (error && !data)
    return <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  if (!data || fetching) return <Loading lines={6} />;
  const { parts, gaveUp } = data.termsDifference;
  if (parts.every(({ kind }) => kind === 'SAME')) return <Notice>{t('ui.versions.equal')}</Notice>;
  return (
    <>
      {gaveUp && <Notice>{t('ui.versions.gaveUp')}</Notice>}
      <DifferenceText parts={parts} />
    </>
  );
}
