import './machine.css';
import { useState } from 'react';
import { formatBytes, formatDecimal, formatDuration } from '../../../lib/i18n/format';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { ConverterSection } from '../converter-section';

/** What is used of a sample of the host: whole bytes and seconds, a percentage with one decimal, and ISO 8601. */
export interface MachineSample {
  readonly sampledAt: string;
  readonly cpuPercent: number;
  readonly ramUsedBytes: number;
  readonly diskUsedBytes: number;
  readonly uptimeSeconds: number;
}

/** What a disk is counted in, as most file systems do. */
const BYTES_PER_BLOCK = 4096;

interface MachineValuesProps {
  /** Undefined until the first one has come. */
  sample: MachineSample | undefined;
  onOpen(value: string): void;
}

interface MachineValue {
  readonly name: MessageKey;
  /** What the number counts. */
  readonly unit: MessageKey;
  /** As it is usually shown. */
  readonly usual: string;
  readonly number: bigint;
}

/** Live figures of the host as whole numbers, each to be opened in the converter. */
export function MachineValues({ sample, onOpen }: MachineValuesProps) {
  const [opened, setOpened] = useState('');
  const open = (value: string) => {
    onOpen(value);
    setOpened(value);
  };
  return (
    <ConverterSection id="machine" title={t('ui.machine.machine')} about={t('ui.machine.machineAbout')}>
      {!sample && <p className="hint">{t('ui.machine.machineWaiting')}</p>}
      {sample && (
        <ul className="machine-values">
          {valuesOf(sample).map(({ name, unit, usual, number }) => (
            <li key={name}>
              <div>
                <p className="machine-name">{t(name)}</p>
                <p className="machine-usual">{usual}</p>
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
                aria-label={t('ui.machine.openLabel', { name: t(name), value: String(number) })}
                onClick={() => open(String(number))}
              >
                {t('ui.machine.open')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {opened && t('ui.machine.opened', { value: opened })}
      </p>
    </ConverterSection>
  );
}

function valuesOf({
  sampledAt,
  cpuPercent,
  ramUsedBytes,
  diskUsedBytes,
  uptimeSeconds,
}: MachineSample): MachineValue[] {
  return [
    {
      name: 'ui.machine.ramUsed',
      unit: 'ui.machine.bytes',
      usual: formatBytes(ramUsedBytes),
      number: BigInt(ramUsedBytes),
    },
    {
      name: 'ui.machine.diskUsed',
      unit: 'ui.machine.blocks',
      usual: formatBytes(diskUsedBytes),
      number: BigInt(Math.ceil(diskUsedBytes / BYTES_PER_BLOCK)),
    },
    {
      name: 'ui.machine.uptime',
      unit: 'ui.machine.seconds',
      usual: formatDuration(uptimeSeconds),
      number: BigInt(uptimeSeconds),
    },
    {
      name: 'ui.machine.cpu',
      unit: 'ui.machine.tenthsOfPercent',
      usual: `${formatDecimal(cpuPercent, 1)} %`,
      number: BigInt(Math.round(cpuPercent * 10)),
    },
    {
      name: 'ui.machine.instant',
      unit: 'ui.machine.milliseconds',
      usual: sampledAt.replace('T', ' ').replace('Z', ' UTC'),
      number: BigInt(Date.parse(sampledAt)),
    },
  ];
}
