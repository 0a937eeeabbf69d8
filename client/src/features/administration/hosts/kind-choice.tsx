import { useId } from 'react';
import { type MessageKey, t } from '../../../lib/i18n/t';
import type { HostKind } from './hosts.operations';

interface KindChoiceProps {
  value: HostKind;
  onChoose(kind: HostKind): void;
}

const kinds = [
  { kind: 'AGENT', name: 'ui.machines.kindAgent', about: 'ui.machines.kindAgentAbout' },
  { kind: 'NODE_EXPORTER', name: 'ui.machines.kindExporter', about: 'ui.machines.kindExporterAbout' },
  { kind: 'OTLP', name: 'ui.machines.kindOtlp', about: 'ui.machines.kindOtlpAbout' },
  { kind: 'COLLECTOR', name: 'ui.machines.kindCollector', about: 'ui.machines.kindCollectorAbout' },
] as const satisfies { kind: HostKind; name: MessageKey; about: MessageKey }[];

/** Asks how a machine is measured, and says for each way whom it suits. */
export function KindChoice({ value, onChoose }: KindChoiceProps) {
  const id = useId();
  return (
    <fieldset className="kind-choice">
      <legend>{t('ui.machines.kind')}</legend>
      {kinds.map(({ kind, name, about }) => (
        <label className="kind-option" key={kind}>
          <input
            type="radio"
            name={id}
            checked={kind === value}
            aria-labelledby={`${id}-${kind}`}
            aria-describedby={`${id}-${kind}-about`}
            onChange={() => onChoose(kind)}
          />
          <span className="kind-name" id={`${id}-${kind}`}>
            {t(name)}
          </span>
          <span className="hint" id={`${id}-${kind}-about`}>
            {t(about)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
