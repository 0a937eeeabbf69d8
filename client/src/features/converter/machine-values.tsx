import './machine.css';
import { useState } from 'react';
import { formatDecimal } from '../../lib/format';
import { type Message, say } from '../../lib/say';
import { ConverterSection } from './converter-section';
import { machineMessages } from './machine.messages';

/** What is used of a sample of the host: gigabytes with two decimals, a percentage with one, and ISO 8601. */
export interface MachineSample {
  readonly sampledAt: string;
  readonly cpuPercent: number;
  readonly ramUsed: number;
  readonly ramTotal: number;
  readonly memoryUsed: number;
}

interface MachineValuesProps {
  /** Undefined until the first one has come. */
  sample: MachineSample | undefined;
  onOpen(value: string): void;
}

interface MachineValue {
  readonly name: Message;
  /** What the number counts. */
  readonly unit: Message;
  /** As it is usually shown. */
  readonly usual: string;
  readonly number: bigint;
}

/** Live figures of the host, each to be opened as a number. They are whole numbers of the digits that were measured. */
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
          {valuesOf(sample).map(({ name, unit, usual, number }) => (
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

function valuesOf({ sampledAt, cpuPercent, ramUsed, ramTotal, memoryUsed }: MachineSample): MachineValue[] {
  const gigabytes = (name: Message, amount: number): MachineValue => ({
    name,
    unit: machineMessages.hundredthsOfGb,
    usual: `${formatDecimal(amount, 2)} GB`,
    number: BigInt(Math.round(amount * 100)),
  });
  return [
    gigabytes(machineMessages.ramUsed, ramUsed),
    gigabytes(machineMessages.ramTotal, ramTotal),
    gigabytes(machineMessages.diskUsed, memoryUsed),
    {
      name: machineMessages.cpu,
      unit: machineMessages.tenthsOfPercent,
      usual: `${formatDecimal(cpuPercent, 1)} %`,
      number: BigInt(Math.round(cpuPercent * 10)),
    },
    {
      name: machineMessages.instant,
      unit: machineMessages.milliseconds,
      usual: sampledAt.replace('T', ' ').replace('Z', ' UTC'),
      number: BigInt(Date.parse(sampledAt)),
    },
  ];
}
