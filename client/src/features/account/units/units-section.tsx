import './units.css';
import { useState } from 'react';
import { Choice } from '../../../components/forms/choice';
import { Notice } from '../../../components/status/notice';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { dateFormat } from '../../../lib/i18n/format';
import { formatBytes, formatRate } from '../../../lib/i18n/format-data';
import { formatTemperature } from '../../../lib/i18n/format-temperature';
import { t } from '../../../lib/i18n/t';
import type { Preferences } from '../account.operations';
import { SettingsSection } from '../settings-section';
import { applyUnits, type UnitChoices } from './apply-units';
import { ChangeUnits } from './units.operations';

/** Units of quantities, and zone and clock of times; a choice shows at once in the example beside it. */
export function UnitsSection({ preferences }: { preferences: Preferences }) {
  const [chosen, setChosen] = useState<UnitChoices>(preferences);
  const { serverTimeZone } = preferences;
  const choose = (change: Partial<UnitChoices>) => {
    setChosen((present) => {
      const next = { ...present, ...change };
      applyUnits(next, serverTimeZone);
      return next;
    });
  };
  const row = { chosen, choose };
  return (
    <SettingsSection
      id="units"
      title={t('ui.units.title')}
      about={t('ui.units.about', { zone: zoneName(serverTimeZone) })}
    >
      <div className="form units">
        <UnitRow
          {...row}
          name="unitPrefixes"
          legend={t('ui.units.data')}
          options={[
            { value: 'BINARY', label: t('ui.units.binary') },
            { value: 'DECIMAL', label: t('ui.units.decimal') },
          ]}
          example={formatBytes(DISK_BYTES)}
        />
        <UnitRow
          {...row}
          name="dataRates"
          legend={t('ui.units.rates')}
          options={[
            { value: 'BYTES', label: t('ui.units.bytes') },
            { value: 'BITS', label: t('ui.units.bits') },
          ]}
          example={formatRate(NETWORK_BYTES_PER_SECOND)}
        />
        <UnitRow
          {...row}
          name="temperature"
          legend={t('ui.units.temperatures')}
          options={[
            { value: 'CELSIUS', label: 'Celsius' },
            { value: 'FAHRENHEIT', label: 'Fahrenheit' },
          ]}
          example={formatTemperature(PROCESSOR_CELSIUS)}
        />
        <UnitRow
          {...row}
          name="timeZone"
          legend={t('ui.units.zone')}
          options={[
            { value: 'BROWSER', label: t('ui.units.browser') },
            { value: 'SERVER', label: t('ui.units.server') },
          ]}
          example={t('ui.units.timeIn', {
            time: dateFormat({ timeStyle: 'short' }).format(new Date()),
            zone: zoneName(dateFormat({}).resolvedOptions().timeZone),
          })}
        />
        <UnitRow
          {...row}
          name="clock"
          legend={t('ui.units.clock')}
          options={[
            { value: 'LANGUAGE', label: t('ui.units.language') },
            { value: 'H24', label: t('ui.units.h24') },
            { value: 'H12', label: t('ui.units.h12') },
          ]}
          example={dateFormat({ timeStyle: 'short', timeZone: 'UTC' }).format(AFTERNOON)}
        />
      </div>
    </SettingsSection>
  );
}

const DISK_BYTES = 25.3e9;
const NETWORK_BYTES_PER_SECOND = 12.5e6;
const PROCESSOR_CELSIUS = 54;
/** A time that the two clocks write differently. */
const AFTERNOON = Date.UTC(2026, 0, 2, 15, 4);

/** Returns the name of a time zone in readable form: `America/Sao Paulo`. */
function zoneName(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

interface UnitRowProps<Name extends keyof UnitChoices> {
  name: Name;
  legend: string;
  options: readonly { value: UnitChoices[Name]; label: string }[];
  /** How something is written with the present choice. */
  example: string;
  chosen: UnitChoices;
  choose(change: Partial<UnitChoices>): void;
}

/** One choice, saved at once and taken back if that fails. */
function UnitRow<Name extends keyof UnitChoices>({
  name,
  legend,
  options,
  example,
  chosen,
  choose,
}: UnitRowProps<Name>) {
  const { progress, run } = useAction(ChangeUnits);
  const failure = overallFailure(progress);
  const save = async (value: UnitChoices[Name]) => {
    if (progress.state === 'busy') return;
    const before = chosen[name];
    choose({ [name]: value } as Partial<UnitChoices>);
    if (!(await run({ [name]: value }))) choose({ [name]: before } as Partial<UnitChoices>);
  };
  return (
    <div className="unit-row">
      <Choice<UnitChoices[Name]> legend={legend} value={chosen[name]} options={options} onChoose={save} />
      <p className="unit-example" aria-live="polite">
        <span className="hint">{t('ui.units.example')}</span> <strong>{example}</strong>
      </p>
      {failure && <Notice tone="bad">{failure}</Notice>}
    </div>
  );
}
