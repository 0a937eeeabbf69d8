import { ScrollArea } from '../../../../components/layout/scroll-area';
import { shortTimestamp } from '../../../../lib/i18n/short-times';
import { t } from '../../../../lib/i18n/t';
import { formatLength } from '../format-quantity';
import type { Backtest } from '../rules.operations';

/** Table of the times when a rule would have fired, newest first. */
export function BacktestIncidents({ backtest }: { backtest: Backtest }) {
  const { incidents, count, to: end } = backtest;
  if (incidents.length === 0) return null;
  const caption = t('ui.alertBacktest.list');
  return (
    <>
      <ScrollArea label={caption}>
        <table className="data-table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t('ui.alertBacktest.from')}</th>
              <th scope="col">{t('ui.alertBacktest.to')}</th>
              <th scope="col">{t('ui.alertBacktest.duration')}</th>
            </tr>
          </thead>
          <tbody>
            {incidents.toReversed().map(({ from, to }) => (
              <tr key={from}>
                <td>{shortTimestamp(from)}</td>
                <td>{to === null ? t('ui.alertBacktest.still') : shortTimestamp(to)}</td>
                <td>{formatLength((Date.parse(to ?? end) - Date.parse(from)) / 1000)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {count > incidents.length && (
        <p className="hint">{t('ui.alertBacktest.leftOut', { count: count - incidents.length })}</p>
      )}
    </>
  );
}
