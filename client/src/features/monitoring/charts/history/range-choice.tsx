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
        <StepButton label={t('ui.dashboard.earlier')} onStep={() => onZoom(moved(visible, -1, now))} />
        <StepButton label={t('ui.dashboard.later')} onStep={() => onZoom(moved(visible, 1, now))} disabled={!zoom} />
        <StepButton label={t('ui.dashboard.zoomIn')} onStep={() => onZoom(scaled(visible, 1 / 2, now))} />
        <StepButton label={t('ui.dashboard.zoomOut')} onStep={() => onZoom(scaled(visible, 2, now))} />
        {zoom && <StepButton label={t('ui.dashboard.wholeRange')} onStep={() => onZoom(null)} />}
      </div>
    </div>
  );
}

function StepButton({ label, onStep, disabled = false }: { label: string; onStep(): void; disabled?: boolean }) {
  return (
    <button className="button button-small" type="button" onClick={onStep} disabled={disabled}>
      {label}
    </button>
  );
}
