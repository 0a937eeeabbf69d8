import '../styles/app.css';
import '../features/alerts/rules/editor/rule-editor.css';
import '../features/alerts/rules/list/rules.css';
import '../features/converter/converter.css';
import '../features/converter/bits/bits.css';
import '../features/converter/logic/logic.css';
import '../features/converter/steps/stages.css';
import '../features/converter/steps/steps.css';
import '../features/monitoring/charts/sparklines/small-charts.css';
import '../features/monitoring/dashboard.css';
import '../features/monitoring/hosts/hosts.css';
import './gallery.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Client, Provider } from 'urql';
import { Choice } from '../components/forms/choice';
import type { IconName } from '../components/icon';
import { WordMark } from '../components/word-mark';
import { messages as backtestMessages } from '../features/alerts/rules/backtest/backtest-result';
import { messages as alertRuleMessages } from '../features/alerts/rules/editor/rule-editor';
import { messages as alertRulesMessages } from '../features/alerts/rules/rules-section';
import { messages as logicMessages } from '../features/converter/logic/logic-section';
import { messages as operationsMessages } from '../features/converter/operations/operations-section';
import { messages as stepsMessages } from '../features/converter/steps/steps-section';
import { dashboardMessages } from '../features/monitoring/dashboard-messages';
import { hostsMessages } from '../features/monitoring/hosts/messages';
import { coreMessages } from '../lib/i18n/core-messages';
import { loadMessages } from '../lib/i18n/load-messages';
import { messages as converterMessages } from '../pages/converter';
import { messages as bitsMessages } from '../pages/converter-bits';
import { AlertStates } from './alert-states';
import { Controls } from './controls';
import { ConverterStates } from './converter-states';
import { Foundations } from './foundations';
import { HostsStates } from './hosts-states';
import { MonitoringStates } from './monitoring-states';

/**
 * Shows every component in every state, for developers: `npm run gallery`. Not part of any build, and in English only.
 */
function Gallery() {
  const [theme, setTheme] = useState('auto');
  const choose = (chosen: string) => {
    setTheme(chosen);
    document.documentElement.dataset.theme = chosen;
  };
  return (
    <main className="gallery">
      <header className="gallery-head">
        <h1>
          <WordMark />
        </h1>
        <Choice
          legend="Theme"
          value={theme}
          onChoose={choose}
          options={['auto', 'light', 'dark'].map((value) => ({ value, label: value, icon: value as IconName }))}
        />
      </header>
      <Foundations />
      <Controls />
      <MonitoringStates />
      <HostsStates />
      <ConverterStates />
      <AlertStates />
    </main>
  );
}

await Promise.all([
  coreMessages,
  loadMessages(import.meta.glob('../../../src/locales/*.json', { query: '?keys=ui.password', import: 'default' })),

  converterMessages,
  bitsMessages,
  operationsMessages,
  stepsMessages,
  logicMessages,
  dashboardMessages,
  hostsMessages,
  alertRulesMessages,
  alertRuleMessages,
  backtestMessages,
]);
/** Never answers, since the gallery has no server. */
const unanswering = new Client({ url: '/graphql', exchanges: [], preferGetMethod: false });

createRoot(document.getElementById('gallery') as HTMLElement).render(
  <StrictMode>
    <Provider value={unanswering}>
      <Gallery />
    </Provider>
  </StrictMode>,
);
