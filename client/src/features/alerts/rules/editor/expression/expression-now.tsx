import { Suspense } from 'react';
import {
  type AlertExpression,
  textOfAlertExpression,
} from '../../../../../../../src/features/alerts/rules/expression/alert-expression';
import type { Atom } from '../../../../../../../src/features/alerts/rules/expression/atoms';
import type { Bit } from '../../../../../../../src/features/conversion/rules/logic/logic-operations';
import { PageBoundary } from '../../../../../components/layout/page-boundary';
import { Failure, Loading } from '../../../../../components/status/states';
import { lazyPart } from '../../../../../lib/i18n/lazy-part';
import { type MessageKey, t } from '../../../../../lib/i18n/t';
import { formatQuantity } from '../../format-quantity';
import type { ExpressionNow as Now } from '../../rules.operations';
import { useExpressionNow } from './use-expression-now';

const fetchDrawing = () => import('./expression-drawing');
const ExpressionDrawing = lazyPart(fetchDrawing);

interface ExpressionNowProps {
  expression: AlertExpression;
  /** Host whose readings are shown, if there are several. */
  host: string | undefined;
  timeZone: string;
}

/** Shows a condition as parsed: each comparison with its current reading, and the overall result. */
export function ExpressionNow({ expression, host, timeZone }: ExpressionNowProps) {
  const text = textOfAlertExpression(expression);
  const now = useExpressionNow({ expression: text, host, timeZone });
  const known = new Map(now?.comparisons.map((comparison) => [comparison.text, comparison]));
  const bits = expression.atoms.map((atom) => known.get(atom.text)?.bit as Bit | undefined);
  const isKnown = bits.every((bit) => bit !== undefined);
  return (
    <div className="expression-now">
      <p className="expression-read">
        {t('ui.alertRule.readAs')} <span className="figures">{text}</span>
      </p>
      <ul className="comparisons" aria-label={t('ui.alertRule.comparisons')}>
        {expression.atoms.map((atom, index) => (
          <Comparison key={atom.text} name={NAMES[index] ?? ''} atom={atom} now={known.get(atom.text)} />
        ))}
      </ul>
      <p className="expression-result" data-result={isKnown ? now?.result : undefined}>
        {isKnown && now?.text === text ? t(RESULTS[now.result]) : t('ui.alertRule.nowUnknown')}
      </p>
      {expression.expression.kind === 'OPERATION' && (
        <PageBoundary fallback={<Failure text={t('ui.core.components.brokenText')} />}>
          <Suspense fallback={<Loading lines={4} />}>
            <ExpressionDrawing expression={expression.expression} bits={isKnown ? (bits as Bit[]) : undefined} />
          </Suspense>
        </PageBoundary>
      )}
    </div>
  );
}

/** Variable names in the drawing. */
const NAMES = [...'ABCDEF'];

const RESULTS: Readonly<Record<Now['result'], MessageKey>> = {
  TRUE: 'ui.alertRule.nowTrue',
  FALSE: 'ui.alertRule.nowFalse',
  UNKNOWN: 'ui.alertRule.nowMissing',
};

interface ComparisonProps {
  name: string;
  atom: Atom;
  now: Now['comparisons'][number] | undefined;
}

/** Shows `A  cpu > 90 % — agora 37 %` and the comparison's bit. */
function Comparison({ name, atom, now }: ComparisonProps) {
  return (
    <li className="comparison">
      <span className="comparison-name figures">{name}</span>
      <span className="comparison-text figures">{atom.text}</span>
      <span className="comparison-now">{now && presentText(atom, now)}</span>
      <span className="comparison-bit figures" data-bit={now?.bit}>
        {now?.bit ?? '–'}
      </span>
    </li>
  );
}

function presentText(atom: Atom, { value, bit }: Now['comparisons'][number]): string {
  if (atom.kind === 'time') return t(bit === 1 ? 'ui.alertRule.withinTime' : 'ui.alertRule.outsideTime');
  return value === null
    ? t('ui.alertRule.notMeasured')
    : t('ui.alertRule.now', { value: formatQuantity(value, atom.unit) });
}
