import { useEffect } from 'react';
import { type MeasureName, measures } from '../../../../../src/features/monitoring/measures';
import { formatDecimal, formatWholePercent } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { showPageInTab } from '../../../lib/page/tab';
import { panels } from '../charts/panels';
import { figureOf } from '../live/figure-of';
import type { Sample } from '../live/sample-fields';
import { severityMessages } from './severity';
import type { Finding } from './use-findings';

interface TabState {
  findings: readonly Finding[];
  sample: Sample | undefined;
  /** Name of the host, if there are several. */
  name: string | undefined;
}

/**
 * Shows the worst finding in the browser tab, for users looking at a different one: `● Crítico: CPU 97%` and an icon of
 * the state. Restores the tab when there are no findings and when the page is left.
 */
export function useTabState({ findings, sample, name }: TabState): void {
  const worst = findings.find(({ severity }) => severity !== 'INFORMATION');
  const state = worst ? writeTitle(worst, sample) : t('ui.monitoring.title');
  const title = name === undefined ? state : `${state} · ${name}`;
  const severity = worst?.severity === 'BAD' ? 'BAD' : worst ? 'WARNING' : 'quiet';
  useEffect(() => {
    showPageInTab(title, severity);
    return () => showPageInTab(title);
  }, [title, severity]);
}

function writeTitle({ severity, measure, text }: Finding, sample: Sample | undefined): string {
  const name = measure !== null && measure in measures ? (measure as MeasureName) : undefined;
  const figure = name && sample && figureOf(sample, name);
  const what = name && figure != null ? `${nameOf(name)} ${figureText(name, figure)}` : text;
  return t('ui.dashboard.tabTitle', { severity: t(severityMessages[severity]), what });
}

function nameOf(name: MeasureName): string {
  // The only name that is too long for a tab.
  if (name === 'cpuPercent') return t('ui.dashboard.cpuShort');
  const line = panels.flatMap(({ lines }) => lines).find(({ measure }) => measure === name);
  return line ? t(line.label) : name;
}

/** Formats a value without decimals, which don't fit in a tab and would change with every sample. */
function figureText(name: MeasureName, figure: number): string {
  return measures[name].unit === 'percent' ? formatWholePercent(figure) : formatDecimal(figure, 1);
}
