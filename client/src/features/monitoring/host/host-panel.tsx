import '../panel.css';
import './host-panel.css';
import { memo } from 'react';
import { Meter } from '../../../components/status/meter';
import { formatPercent, formatWholePercent } from '../../../lib/i18n/format';
import { formatDuration } from '../../../lib/i18n/format-duration';
import { formatShare } from '../../../lib/i18n/format-share';
import { formatTemperature } from '../../../lib/i18n/format-temperature';
import { t } from '../../../lib/i18n/t';
import type { Sample } from '../live/sample-fields';
import { describeEnvironment } from './environment';
import { type HostFacts, useHost } from './host-identity';

/** Shows the host's components and their load or usage: cores, file systems, limits. */
export function HostPanel({ sample }: { sample: Sample | undefined }) {
  const host = useHost();
  return (
    <section className="panel" aria-labelledby="host">
      <h2 id="host">{t('ui.dashboard.host')}</h2>
      {host?.facts && <Identity facts={host.facts} />}
      {sample && <Facts sample={sample} />}
      {sample?.corePercents && <Cores percents={sample.corePercents} />}
      {sample?.fileSystems && <FileSystems fileSystems={sample.fileSystems} />}
    </section>
  );
}

/** Facts that the line at the top has no room for on narrow pages. */
const Identity = memo(function Identity({ facts }: { facts: HostFacts }) {
  const environment = describeEnvironment(facts);
  return (
    <dl className="facts host-identity">
      <Fact name={t('ui.dashboard.hostName')}>{facts.hostname}</Fact>
      <Fact name={t('ui.dashboard.system')}>{`${facts.os} · ${facts.kernel}`}</Fact>
      {facts.cpuModel && <Fact name={t('ui.dashboard.processorModel')}>{facts.cpuModel}</Fact>}
      {environment && <Fact name={t('ui.dashboard.environment')}>{environment}</Fact>}
    </dl>
  );
});

function Facts({ sample: { uptimeSeconds, cpuTemperatureCelsius, limits } }: { sample: Sample }) {
  return (
    <dl className="facts">
      {uptimeSeconds !== null && <Fact name={t('ui.dashboard.uptime')}>{formatDuration(uptimeSeconds)}</Fact>}
      {cpuTemperatureCelsius !== null && (
        <Fact name={t('ui.dashboard.charts.temperature')}>{formatTemperature(cpuTemperatureCelsius)}</Fact>
      )}
      {limits?.memoryLimit != null && (
        <Fact name={t('ui.dashboard.memoryLimit')}>{usedOf(limits.memoryUsed, limits.memoryLimit)}</Fact>
      )}
      {limits?.processors != null && (
        <Fact name={t('ui.dashboard.processorLimit')}>
          {t('ui.dashboard.processors', { count: limits.processors })}
        </Fact>
      )}
    </dl>
  );
}

/** Formats what is used of a total, both in GiB: `3,71 de 7,83 GiB`. */
function usedOf(used: number | null, total: number): string {
  const { part, whole } = formatShare(used, total);
  return t('ui.dashboard.ofTotal', { used: part, total: whole });
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Cores({ percents }: { percents: readonly number[] }) {
  return (
    <div data-measure="cpu" className="part">
      <h3>{t('ui.dashboard.cores')}</h3>
      <ul className="cores">
        {percents.map((percent, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies a core
          <li key={index}>
            <span className="core-name">{index + 1}</span>
            <Meter label={t('ui.dashboard.core', { number: index + 1 })} percent={percent} />
            <span className="core-percent">{formatWholePercent(percent)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FileSystems({ fileSystems }: { fileSystems: NonNullable<Sample['fileSystems']> }) {
  return (
    <div data-measure="disk" className="part">
      <h3>{t('ui.dashboard.fileSystems')}</h3>
      <ul className="file-systems">
        {fileSystems.map(({ path, type, total, used, usedPercent, readOnly, stale }) => (
          <li key={path} data-stale={stale || undefined}>
            <span className="file-system-path">
              {path} <span className="hint">{readOnly ? t('ui.dashboard.readOnly', { type }) : type}</span>
              {stale && <strong className="file-system-stale"> {t('ui.dashboard.notAnswering')}</strong>}
            </span>
            <span className="file-system-sizes">
              {total === null || used === null || usedPercent === null
                ? '–'
                : `${formatPercent(usedPercent)} · ${usedOf(used, total)}`}
            </span>
            <Meter label={path} percent={usedPercent ?? undefined} />
          </li>
        ))}
      </ul>
    </div>
  );
}
