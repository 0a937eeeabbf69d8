import './machine.css';
import { useState } from 'react';
import { formatPercent } from '../../../lib/i18n/format';
import { formatBytes } from '../../../lib/i18n/format-data';
import { formatDuration } from '../../../lib/i18n/format-duration';
import { type MessageKey, t } from '../../../lib/i18n/t';

/** Fields used from a host sample: whole bytes and seconds, a percentage with one decimal, and an ISO 8601 time. */
export interface MachineSample {
  readonly sampledAt: string;
  readonly cpuPercent: number | null;
  readonly ramUsedBytes: number | null;
  readonly diskUsedBytes: number | null;
  readonly uptimeSeconds: number | null;
}

/** The usual block size of file systems. */
const BYTES_PER_BLOCK = 4096;

interface MachineValuesProps {
  /** The newest sample; undefined until the first one arrives. */
  sample: MachineSample | undefined;
  onOpen(value: string): void;
}

interface MachineValue {
  readonly name: MessageKey;
  readonly unit: MessageKey;
  /** The value as shown elsewhere, e.g. `3.2 GiB`. */
  readonly formatted: string;
  readonly number: bigint;
}

/** Live readings of the host as whole numbers, each with a button that opens it in the converter. */
export function MachineValues({ sample, onOpen }: MachineValuesProps) {
  const [opened, setOpened] = useState('');
  const open = (value: string) => {
    onOpen(value);
    setOpened(value);
  };
  return (
    <section className="machine" id="machine" aria-labelledby="machine-title">
      <div className="converter-about">
        <h3 id="machine-title">{t('ui.machine.machine')}</h3>
        <p className="hint">{t('ui.machine.about')}</p>
      </div>
      {!sample && <p className="hint">{t('ui.machine.waiting')}</p>}
      {sample && (
        <ul className="machine-values">
          {valuesOf(sample).map(({ name, unit, formatted, number }) => (
            <li key={name}>
              <div>
                <p className="machine-name">{t(name)}</p>
                <p className="machine-formatted">{formatted}</p>
              </div>
              <div>
                <p className="machine-number figures">
                  {String(number)} <span className="machine-unit">{t(unit)}</span>
                </p>
                <p className="machine-bits figures" aria-hidden="true">
                  {number.toString(2)}
                </p>
              </div>
              <button
                className="button button-small"
                type="button"
                aria-label={t('ui.machine.useLabel', { name: t(name), value: String(number) })}
                onClick={() => open(String(number))}
              >
                {t('ui.machine.use')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {opened && t('ui.machine.used', { value: opened })}
      </p>
    </section>
  );
}

function valuesOf({
  sampledAt,
  cpuPercent,
  ramUsedBytes,
  diskUsedBytes,
  uptimeSeconds,
}: MachineSample): MachineValue[] {
  const values: (MachineValue | false)[] = [
    ramUsedBytes !== null && {
      name: 'ui.machine.ramUsed',
      unit: 'ui.machine.bytes',
      formatted: formatBytes(ramUsedBytes),
      number: BigInt(ramUsedBytes),
    },
    diskUsedBytes !== null && {
      name: 'ui.machine.diskUsed',
      unit: 'ui.machine.blocks',
      formatted: formatBytes(diskUsedBytes),
      number: BigInt(Math.ceil(diskUsedBytes / BYTES_PER_BLOCK)),
    },
    uptimeSeconds !== null && {
      name: 'ui.machine.uptime',
      unit: 'ui.machine.seconds',
      formatted: formatDuration(uptimeSeconds),
      number: BigInt(uptimeSeconds),
    },
    cpuPercent !== null && {
      name: 'ui.machine.cpu',
      unit: 'ui.machine.tenthsOfPercent',
      formatted: formatPercent(cpuPercent),
      number: BigInt(Math.round(cpuPercent * 10)),
    },
    {
      name: 'ui.machine.instant',
      unit: 'ui.machine.milliseconds',
      formatted: sampledAt.replace('T', ' ').replace('Z', ' UTC'),
      number: BigInt(Date.parse(sampledAt)),
    },
  ];
  return values.filter((value) => value !== false);
}
