import './host-line.css';
import { memo } from 'react';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { useShownHost } from '../shown-host';
import { describeEnvironment } from './environment';
import { type Host, useHost } from './host-identity';

/** Shows the host in one line. Space is reserved until it is known. */
export const HostLine = memo(function HostLine() {
  const host = useHost();
  // The page's heading is then the host's name.
  const isNamed = useShownHost() !== undefined;
  return (
    // Narrow pages have no room for all of it, so the title repeats it.
    <p className="host-line" title={host && [host.name, ...factsOf(host)].join(' · ')}>
      {host && (
        <>
          {!isNamed && <strong>{host.name}</strong>}
          {factsOf(host).map((fact, index) => (
            <span key={fact}>
              {(index > 0 || !isNamed) && ' · '}
              {fact}
            </span>
          ))}
        </>
      )}
    </p>
  );
});

function factsOf({ facts }: Host): string[] {
  if (!facts) return [];
  const { os, kernel, cpuModel, cores, bootedAt } = facts;
  const coreCount = t('ui.dashboard.processors', { count: cores });
  const environment = describeEnvironment(facts);
  // Some sources tell only a part of it.
  return [
    os,
    kernel,
    cpuModel ? `${cpuModel}, ${coreCount}` : coreCount,
    bootedAt ? t('ui.dashboard.runningSince', { time: formatTimestamp(new Date(bootedAt)) }) : '',
    environment ?? '',
  ].filter((fact) => fact !== '');
}
