import './meter.css';

interface MeterProps {
  label: string;
  /** Percentage from 0 to 100; undefined before the first measurement. */
  percent: number | undefined;
}

/**
 * A bar from 0 to 100% in its parent's `--measure` colour. Browsers render `<meter>` differently, so a visually hidden
 * one serves screen readers and the visible bar is drawn beside it.
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
