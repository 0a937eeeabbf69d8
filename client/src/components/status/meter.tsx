import './meter.css';

interface MeterProps {
  label: string;
  /** From 0 to 100; undefined while nothing has been measured. */
  percent: number | undefined;
}

/**
 * A bar from zero to a hundred per cent, in the colour `--measure` of its parent. Browsers render `<meter>`
 * differently, so that is invisible and for screen readers only, and the visible bar is drawn beside it.
 */
export function Meter({ label, percent }: MeterProps) {
  if (percent === undefined) return <div className="meter" />;
  const shown = Math.min(100, Math.max(0, percent));
  return (
    <div className="meter">
      <meter aria-label={label} min={0} max={100} value={Math.round(shown * 10) / 10} />
      <div className="meter-fill" style={{ transform: `translateX(${shown - 100}%)` }} />
    </div>
  );
}
