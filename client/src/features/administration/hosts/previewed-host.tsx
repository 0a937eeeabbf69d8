import { Notice } from '../../../components/status/notice';
import { formatWholePercent } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import type { Preview } from './hosts.operations';

/** Machine at an address as it was read: its problem, and its figures. */
export function PreviewedHost({ preview: { problem, facts, version, metrics } }: { preview: Preview }) {
  const figures = metrics
    ? [
        { name: t('ui.machines.cpu'), percent: metrics.cpuPercent },
        { name: t('ui.machines.memory'), percent: metrics.ramPercent },
        { name: t('ui.machines.disk'), percent: metrics.diskPercent },
      ].filter(({ percent }) => percent !== null)
    : [];
  return (
    <>
      {problem && <Notice tone={metrics ? 'warn' : 'bad'}>{problem.message}</Notice>}
      {metrics && (
        <div className="previewed-host" role="status">
          <p>
            <strong>{facts?.hostname || t('ui.machines.unnamed')}</strong>
            {[facts?.os, version].filter(Boolean).map((text) => ` · ${text}`)}
          </p>
          <dl>
            {figures.map(({ name, percent }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{formatWholePercent(percent ?? 0)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}
