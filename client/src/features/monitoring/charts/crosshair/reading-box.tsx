import './reading-box.css';
import type { ReactNode } from 'react';
import type { Reading } from './reading';

interface ReadingBoxProps {
  reading: Reading;
  /** Position of the crosshair, in pixels from the left of the chart. */
  left: number;
  /** Whether the box is left of the crosshair rather than right of it. */
  before: boolean;
  children?: ReactNode;
}

/** The figures at the crosshair, floating beside it so that the page never shifts. */
export function ReadingBox({ reading: { time, lines, gap, alerts }, left, before, children }: ReadingBoxProps) {
  return (
    <div
      className="chart-reading"
      data-side={before ? 'before' : 'after'}
      style={{ '--crosshair': `${left}px` } as object}
    >
      <div aria-hidden="true">
        <p className="chart-reading-time">{time}</p>
        {gap !== undefined && <p>{gap}</p>}
        {lines.map(({ name, arrow, average, range }) => (
          <p className="chart-reading-line" key={name ?? ''}>
            {name && (
              <span>
                {arrow} {name}
              </span>
            )}
            <strong>{average}</strong>
            {range && <span className="chart-reading-range">{range}</span>}
          </p>
        ))}
        {alerts && <p className="chart-reading-alerts">{alerts}</p>}
      </div>
      {children}
    </div>
  );
}
