import { Choice } from '../../../components/choice';
import { say } from '../../../lib/i18n/say';
import { dashboardMessages } from '../dashboard.messages';
import { formatTimestamp } from './time-labels';
import { moved, type Range, ranges, scaled, type TimeSpan } from './time-window';

interface RangeChoiceProps {
  range: Range;
  onRange(range: Range): void;
  visible: TimeSpan;
  zoomed: boolean;
  onZoom(zoom: TimeSpan | null): void;
  /** The timestamp of the newest sample, in seconds since 1970. */
  now: number;
  fetching: boolean;
}

/**
 * The choice of the time span of the charts. Everything that a pointer can do on a chart can be done with buttons too.
 */
export function RangeChoice({ range, onRange, visible, zoomed, onZoom, now, fetching }: RangeChoiceProps) {
  return (
    <div className="range">
      <Choice
        legend={say(dashboardMessages.range)}
        options={ranges.map(({ id, label }) => ({ value: id, label: say(label) }))}
        value={zoomed ? '' : range.id}
        onChoose={(id) => onRange(ranges.find((one) => one.id === id) ?? range)}
      />
      <div className="range-steps">
        <StepButton label={say(dashboardMessages.earlier)} onStep={() => onZoom(moved(visible, -1, now))} />
        <StepButton
          label={say(dashboardMessages.later)}
          onStep={() => onZoom(moved(visible, 1, now))}
          disabled={!zoomed}
        />
        <StepButton label={say(dashboardMessages.zoomIn)} onStep={() => onZoom(scaled(visible, 1 / 2, now))} />
        <StepButton label={say(dashboardMessages.zoomOut)} onStep={() => onZoom(scaled(visible, 2, now))} />
        {zoomed && <StepButton label={say(dashboardMessages.wholeRange)} onStep={() => onZoom(null)} />}
      </div>
      <p className="hint range-hint">{say(dashboardMessages.zoomHint)}</p>
      <p className="hint" role="status">
        {zoomed &&
          say(dashboardMessages.shownFrom, {
            from: formatTimestamp(visible.from, visible),
            to: formatTimestamp(visible.to, visible),
          })}
        {fetching && ` ${say(dashboardMessages.fetching)}`}
      </p>
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
