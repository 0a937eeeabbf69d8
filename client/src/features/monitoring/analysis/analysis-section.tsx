import '../panel.css';
import './analysis.css';
import { useQuery } from 'urql';
import { t } from '../../../lib/i18n/t';
import { useShownHost } from '../shown-host';
import { AnalysisPanel, AnalysisRequestQuery } from './analysis-panel';

/** AI analysis, or a note that it is off. */
export function AnalysisSection() {
  const [{ data }, ask] = useQuery({
    query: AnalysisRequestQuery,
    variables: { host: useShownHost() },
    requestPolicy: 'cache-and-network',
  });
  if (!data) return null;
  const { analysisRequest: request } = data;
  if (!request) return <p className="hint">{t('ui.dashboard.analysisInactive')}</p>;
  return <AnalysisPanel request={request} onLook={() => ask({ requestPolicy: 'network-only' })} />;
}
