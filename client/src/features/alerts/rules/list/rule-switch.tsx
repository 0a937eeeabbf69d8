import { t } from '../../../../lib/i18n/t';

interface RuleSwitchProps {
  name: string;
  isOn: boolean;
  isBusy: boolean;
  onChange(isOn: boolean): void;
}

export function RuleSwitch({ name, isOn, isBusy, onChange }: RuleSwitchProps) {
  return (
    <button
      className="rule-switch"
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-disabled={isBusy || undefined}
      aria-label={t('ui.alertRules.switchThis', { name })}
      onClick={() => onChange(!isOn)}
    >
      <span className="rule-switch-track" aria-hidden="true" />
      <span aria-hidden="true">{t(isOn ? 'ui.alertRules.on' : 'ui.alertRules.off')}</span>
    </button>
  );
}
