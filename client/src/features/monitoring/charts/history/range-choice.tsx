import { Choice } from '../../../../components/forms/choice';
import { t } from '../../../../lib/i18n/t';
import { moved, type Range, ranges, scaled, type TimeSpan, visibleSpan } from '../../view/time-window';

interface RangeChoiceProps {
  range: Range;
  zoom: TimeSpan | null;
  /** Selects a range, ending any zoom. */
  onRange(range: Range): void;
  onZoom(zoom: TimeSpan | null): void;
  /** Timestamp of the newest sample, in seconds since 1970; undefined before the first. */
  now: number | undefined;
}

/** Selects the time span of the charts. Everything the pointer can do on a chart is also available through buttons. */
export function RangeChoice({ range, zoom, onRange, onZoom, now = Date.now() / 1000 }: RangeChoiceProps) {
  const visible = visibleSpan(range, zoom, now);
  return (
    <div className="range">
      <Choice
        legend={t('ui.dashboard.range')}
        options={ranges.map(({ id, label }) => ({ value: id, label: t(label) }))}
        value={zoom ? '' : range.id}
        onChoose={(id) => onRange(ranges.find((one) => one.id === id) ?? range)}
      />
      <div className="range-steps">
        <StepButton sign="‹" label={t('ui.dashboard.earlier')} onStep={() => onZoom(moved(visible, -1, now))} />
        <StepButton
          sign="›"
          label={t('ui.dashboard.later')}
          onStep={() => onZoom(moved(visible, 1, now))}
          disabled={!zoom}
        />
        <StepButton sign="+" label={t('ui.dashboard.zoomIn')} onStep={() => onZoom(scaled(visible, 1 / 2, now))} />
        <StepButton sign="−" label={t('ui.dashboard.zoomOut')} onStep={() => onZoom(scaled(visible, 2, now))} />
        {zoom && <StepButton sign="✕" label={t('ui.dashboard.wholeRange')} onStep={() => onZoom(null)} />}
      </div>
    </div>
  );
}

interface StepButtonProps {
  /** Shown in place of the label where all buttons would not fit. */
  sign: string;
  label: string;
  onStep(): void;
  disabled?: boolean;
}

function StepButton({ sign, label, onStep, disabled = false }: StepButtonProps) {
  return (
    <button className="button button-small" type="button" title={label} onClick={onStep} disabled={disabled}>
      <span className="step-sign" aria-hidden="true">
        {sign}
      </span>
      <span className="step-label">{label}</span>
    </button>
  );
}
