import './machine.css';
import { useState } from 'react';
import { formatBytes, formatDecimal, formatDuration } from '../../../lib/i18n/format';
import { type Message, say } from '../../../lib/i18n/say';
import { ConverterSection } from '../converter-section';
import { machineMessages } from './machine.messages';

/** The used fields of a host sample: whole bytes and seconds, a percentage with one decimal, and a time in ISO 8601. */
export interface MachineSample {
  readonly sampledAt: string;
  readonly cpuPercent: number;
  readonly ramUsedBytes: number;
  readonly diskUsedBytes: number;
  readonly uptimeSeconds: number;
}

/** The usual block size of file systems. */
const BYTES_PER_BLOCK = 4096;

interface MachineValuesProps {
  /** Undefined until the first sample has arrived. */
  sample: MachineSample | undefined;
  onOpen(value: string): void;
}

interface MachineValue {
  readonly name: Message;
  /** The unit of the number. */
  readonly unit: Message;
  /** The value as it is shown elsewhere, such as `3.2 GB`. */
  readonly formatted: string;
  readonly number: bigint;
}

/** Live metrics of the host as whole numbers, each with a button that opens it in the converter. */
export function MachineValues({ sample, onOpen }: MachineValuesProps) {
  const [opened, setOpened] = useState('');
  const open = (value: string) => {
    onOpen(value);
    setOpened(value);
  };
  return (
    <ConverterSection id="machine" title={say(machineMessages.machine)} about={say(machineMessages.machineAbout)}>
      {!sample && <p className="hint">{say(machineMessages.machineWaiting)}</p>}
      {sample && (
        <ul className="machine-values">
          {valuesOf(sample).map(({ name, unit, formatted: usual, number }) => (
            <li key={name.en}>
              <div>
                <p className="machine-name">{say(name)}</p>
                <p className="machine-usual">{usual}</p>
              </div>
              <div>
                <p className="machine-number figures">
                  {String(number)} <span className="machine-unit">{say(unit)}</span>
                </p>
                <p className="machine-bits figures" aria-hidden="true">
                  {number.toString(2)}
                </p>
              </div>
              <button
                className="button button-small"
                type="button"
                aria-label={say(machineMessages.openLabel, { name: say(name), value: String(number) })}
                onClick={() => open(String(number))}
              >
                {say(machineMessages.open)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {opened && say(machineMessages.opened, { value: opened })}
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
      name: machineMessages.ramUsed,
      unit: machineMessages.bytes,
      formatted: formatBytes(ramUsedBytes),
      number: BigInt(ramUsedBytes),
    },
    {
      name: machineMessages.diskUsed,
      unit: machineMessages.blocks,
      formatted: formatBytes(diskUsedBytes),
      number: BigInt(Math.ceil(diskUsedBytes / BYTES_PER_BLOCK)),
    },
    {
      name: machineMessages.uptime,
      unit: machineMessages.seconds,
      formatted: formatDuration(uptimeSeconds),
      number: BigInt(uptimeSeconds),
    },
    {
      name: machineMessages.cpu,
      unit: machineMessages.tenthsOfPercent,
      formatted: `${formatDecimal(cpuPercent, 1)} %`,
      number: BigInt(Math.round(cpuPercent * 10)),
    },
    {
      name: machineMessages.instant,
      unit: machineMessages.milliseconds,
      formatted: sampledAt.replace('T', ' ').replace('Z', ' UTC'),
      number: BigInt(Date.parse(sampledAt)),
    },
  ];
}
