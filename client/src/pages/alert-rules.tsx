import type { AlertsSectionProps } from '../features/alerts/alerts-section';
import { RulesSection } from '../features/alerts/rules/rules-section';
import { lazyPart } from '../lib/i18n/lazy-part';

export { messages } from '../features/alerts/rules/rules-section';

/** Backtests of a rule are drawn with the monitoring charts. */
const fetchChart = () => import('../features/monitoring/charts/past-chart');
const PastChart = lazyPart(fetchChart);

/** The alert rules, `/sistema/alertas/regras/`. */
export default function AlertRules(props: AlertsSectionProps) {
  return <RulesSection {...props} Chart={PastChart} />;
}
