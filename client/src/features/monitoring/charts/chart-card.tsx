import '../figure.css';
import '../panel.css';
import './chart-card.css';
import { memo, type ReactNode, useId } from 'react';
import { Quantity } from '../../../components/quantity';
import { t } from '../../../lib/i18n/t';
import type { ChartState } from './chart-state';
import type { CardFigure } from './figures/card-figures';
import type { Panel } from './panels';

interface ChartCardProps {
  panel: Panel;
  figures: readonly CardFigure[];
  detail: string;
  time: string;
  state?: ChartState | undefined;
  /** The chart; space is reserved until it loads. */
  children?: ReactNode;
  table?: ReactNode;
}

/**
 * A chart's card. Its head is one line: the measure's name, its state, and its figures. Their time and details stand in
 * the foot, beside the table, where they have room.
 */
export function ChartCard({ panel, figures, detail, time, state, children, table }: ChartCardProps) {
  const id = useId();
  return (
    <section
      className="panel chart-panel"
      id={`chart-${panel.id}`}
      aria-labelledby={id}
      data-state={state?.severity.toLowerCase()}
      style={{ '--measure': `var(--${panel.colour})` } as object}
    >
      <div className="chart-head">
        <h3 id={id}>{t(panel.title)}</h3>
        {state && <State {...state} />}
        <div className="chart-figures">
          {figures.map((figure) => (
            <Figure key={figure.label ?? ''} {...figure} testId={TEST_IDS[panel.id]} />
          ))}
        </div>
      </div>
      {children ?? <div className="chart-place" />}
      <div className="chart-foot">
        {table}
        <div className="chart-about">
          <p className="chart-time">{time}</p>
          <p className="chart-detail">{detail}</p>
        </div>
      </div>
    </section>
  );
}

/** The three figures that also appear on the first page share its test ids. */
const TEST_IDS: Readonly<Record<string, string>> = { cpu: 'cpu-percent', memory: 'ram-percent', disk: 'disk-percent' };

const Figure = memo(function Figure({ label, arrow, text, testId }: CardFigure & { testId: string | undefined }) {
  return (
    <p className="chart-figure">
      {label && <span className="visually-hidden">{t(label)} </span>}
      {arrow && (
        <span className="chart-arrow" aria-hidden="true">
          {arrow}
        </span>
      )}
      <span className="figure" data-testid={testId}>
        <Quantity text={text} />
      </span>
    </p>
  );
});

/** Adds a word and a shape to the colour of the card's edge, and the probable cause. */
function State({ severity, text, cause }: ChartState) {
  return (
    <p className="chart-state" title={text}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={SHAPES[severity]} />
      </svg>
      <strong>{t(severity === 'BAD' ? 'ui.dashboard.stateBad' : 'ui.dashboard.stateWarning')}</strong>
      {cause && <span className="chart-cause">{cause}</span>}
    </p>
  );
}

/** As in the list of findings: a diamond for warnings, a triangle for critical findings. */
const SHAPES: Readonly<Record<ChartState['severity'], string>> = {
  WARNING: 'M8 1 15 8 8 15 1 8z',
  BAD: 'M8 1.500 15.500 14.500H.5z',
};
