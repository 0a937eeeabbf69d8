import './styles/app.css';
import './features/converter/converter.css';
import './features/converter/logic/logic.css';
import './features/converter/steps/steps.css';
import './features/monitoring/dashboard.css';
import './features/monitoring/monitoring.css';
import './gallery.css';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { conversionSteps } from '../../src/conversion/rules/conversion-steps';
import { parseExpression } from '../../src/conversion/rules/parse-expression';
import { signAndMagnitude, twosComplement, unsigned } from '../../src/conversion/rules/representations';
import { evaluateNodes, truthTable } from '../../src/conversion/rules/truth-table';
import { Choice } from './components/choice';
import { CopyButton } from './components/copy-button';
import { Field } from './components/field';
import { Icon, type IconName, iconNames } from './components/icon';
import { Lookout } from './components/lookout';
import { Meter } from './components/meter';
import { Notice } from './components/notice';
import { PasswordChecks } from './components/password-checks';
import { ScrollArea } from './components/scroll-area';
import { Empty, Failure, Loading } from './components/states';
import { WordMark } from './components/word-mark';
import { BitSwitches } from './features/converter/bits/bit-switches';
import { RepresentationList } from './features/converter/bits/representation-list';
import { furtherMessages } from './features/converter/further-messages';
import { Circuit } from './features/converter/logic/circuit';
import { FaultMark } from './features/converter/logic/fault-mark';
import { TruthTableView } from './features/converter/logic/truth-table-view';
import { converterMessages } from './features/converter/messages';
import { NumberField } from './features/converter/number/number-field';
import { StepTable } from './features/converter/steps/step-tables';
import { AnalysisPanel } from './features/monitoring/analysis/analysis-panel';
import { type AnalysisProgress, AnalysisState } from './features/monitoring/analysis/analysis-state';
import { type ChartData, mapMeasures } from './features/monitoring/charts/chart-data';
import { ChartPanel } from './features/monitoring/charts/chart-panel';
import { useColours } from './features/monitoring/charts/colours';
import { type Panel, panels } from './features/monitoring/charts/panels';
import { dashboardMessages } from './features/monitoring/dashboard-messages';
import { FindingsPanel } from './features/monitoring/findings/findings-panel';
import { HostPanel } from './features/monitoring/host/host-panel';
import { ConnectionState } from './features/monitoring/live/connection-state';
import { MeasureCard } from './features/monitoring/live/measure-card';
import { measures } from './features/monitoring/live/measures';
import type { Sample } from './features/monitoring/live/sample-fields';
import type { Polling } from './features/monitoring/live/sample-poller';
import { monitoringMessages } from './features/monitoring/messages';
import { CONNECTING, type Connection, ConnectionContext, LIVE } from './lib/graphql/connection';
import { coreMessages } from './lib/i18n/core-messages';
import { createStore } from './lib/state/store';

/**
 * Every component in every state, for those who work on them: `npm run gallery`. It is no part of a build, and speaks
 * English only.
 */
const COLOURS = {
  ground: ['paper', 'surface', 'sunken', 'line'],
  text: ['ink', 'ink-2', 'ink-3', 'lamp', 'good', 'warn', 'bad'],
  measures: ['cpu', 'ram', 'disk', 'network'],
};
const SIZES = ['xs', 's', 'm', 'l', 'xl', 'figure', 'figure-wide'];

const sample: Sample = {
  sampledAt: '2026-11-21T12:00:00.000Z',
  cpuPercent: 37.4,
  corePercents: [12, 100, 0, 37.4],
  cpuTemperatureCelsius: 61.5,
  loadAverage: { one: 1.2, five: 0.8, fifteen: 0.45 },
  ramPercent: 100,
  ramUsed: 15.6,
  ramTotal: 15.6,
  ramUsedBytes: 16_750_372_454,
  memoryUsed: 0,
  memoryTotal: 931.51,
  swapPercent: 12.5,
  swapUsed: 1,
  swapTotal: 8,
  diskPercent: 0,
  diskUsedBytes: 0,
  diskRead: 4096,
  diskWritten: 1_500_000,
  networkReceived: 120,
  networkSent: null,
  uptimeSeconds: 277_000,
  fileSystems: [
    { path: '/', type: 'ext4', total: 931.51, used: 0, usedPercent: 0, stale: false },
    {
      path: '/mnt/a very long path to a network drive',
      type: 'nfs4',
      total: 100,
      used: 96,
      usedPercent: 96,
      stale: true,
    },
    { path: '/mnt/silent', type: 'cifs', total: null, used: null, usedPercent: null, stale: true },
  ],
  limits: { memoryLimit: 2, memoryUsed: 1.5, processors: 1.5 },
};

const IN_A_MINUTE = Date.now() + 60_000;
const CONNECTIONS: readonly { name: string; connection: Connection; polling: Polling }[] = [
  { name: 'connecting', connection: CONNECTING, polling: { state: 'idle' } },
  { name: 'live', connection: LIVE, polling: { state: 'idle' } },
  {
    name: 'blocked, asking',
    connection: { state: 'offline', retryAt: IN_A_MINUTE, failures: 2 },
    polling: { state: 'answered', sample },
  },
  {
    name: 'blocked, told to wait',
    connection: { state: 'offline', retryAt: IN_A_MINUTE, failures: 2 },
    polling: { state: 'waiting', until: IN_A_MINUTE },
  },
  {
    name: 'offline, waiting',
    connection: { state: 'offline', retryAt: IN_A_MINUTE, failures: 1 },
    polling: { state: 'idle' },
  },
  {
    name: 'offline, trying',
    connection: { state: 'offline', retryAt: null, failures: 3 },
    polling: { state: 'failing' },
  },
];

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
      <Part title="Colours">
        {Object.entries(COLOURS).map(([kind, names]) => (
          <ul className="gallery-swatches" key={kind}>
            {names.map((name) => (
              <li key={name}>
                <span style={{ background: `var(--${name})` }} />
                <code>{name}</code>
              </li>
            ))}
          </ul>
        ))}
      </Part>
      <Part title="Type">
        {SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(--text-${size})`, lineHeight: 1.2 }}>
            Look-out at dusk <span className="gallery-figure">0123456789</span>
          </p>
        ))}
      </Part>
      <Part title="Icons">
        <ul className="gallery-icons">
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} />
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Buttons">
        <div className="actions">
          <button className="button button-primary" type="button">
            Primary
          </button>
          <button className="button" type="button">
            Secondary
          </button>
          <button className="button button-small" type="button">
            Small
          </button>
          <button className="button button-primary" type="button" aria-disabled="true">
            Primary, busy
          </button>
          <button className="button" type="button" disabled>
            Disabled
          </button>
        </div>
      </Part>
      <Part title="Fields">
        <Field label="Plain" defaultValue="ana@example.com" />
        <Field label="With a hint" hint="Letters, digits and @ . + - _" />
        <Field label="At fault" defaultValue="1234" hint="A hint" faults={['The name cannot be digits only.']} />
        <Field label="Password" type="password" defaultValue="correct horse 7" />
      </Part>
      <Part title="Choice">
        <ChoiceOfFew />
      </Part>
      <Part title="Password checks">
        <PasswordChecks id="none" password="" repeated="" about={[]} />
        <PasswordChecks id="some" password="12345678" repeated="" about={[]} />
        <PasswordChecks id="all" password="correct horse 7" repeated="correct horse 7" about={['Ana']} />
      </Part>
      <Part title="Notices">
        <Notice>Something to know.</Notice>
        <Notice tone="good">It is done.</Notice>
        <Notice tone="bad">It failed. Try again.</Notice>
      </Part>
      <Part title="Empty, loading, failed">
        <Empty title="No versions yet">
          <p>The first one is written in the administration.</p>
        </Empty>
        <Loading />
        <Failure text="No connection to the server." onRetry={() => {}} />
      </Part>
      <Part title="Connection">
        {CONNECTIONS.map(({ name, connection, polling }) => (
          <ConnectionContext key={name} value={createStore(connection)}>
            <ConnectionState polling={polling} />
          </ConnectionContext>
        ))}
      </Part>
      <Part title="Meters: nothing, 0, 37.4 and 100 per cent">
        {[undefined, 0, 37.4, 100].map((percent) => (
          <div className="measure" data-measure="cpu" key={percent ?? 'none'}>
            <Meter label={`${percent} per cent`} percent={percent} />
          </div>
        ))}
      </Part>
      <Part title="Measures: before the first sample, live, stale">
        <Measures />
        <Measures of={sample} />
        <Measures of={sample} stale />
      </Part>
      <Part title="Findings: serious, attention, information">
        <FindingsPanel
          findings={[
            { kind: 'CPU_HIGH', severity: 'BAD', text: 'CPU over 90 % for 12 minutes.' },
            { kind: 'DISK_FILLING', severity: 'WARNING', text: 'Disk full in about 9 days at this rate.' },
            { kind: 'QUIET', severity: 'INFORMATION', text: 'Nothing unusual in the last hour.' },
          ]}
        />
      </Part>
      <Part title="Analysis: not active, on its way, answered, unavailable, given up, failed">
        <AnalysisPanel request={null} onLook={() => {}} />
        {ANALYSES.map((progress, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <div className="panel" key={index}>
            <AnalysisState progress={progress} model="a-model" />
          </div>
        ))}
      </Part>
      <Part title="Charts: live with a gap, summed up, without figures">
        <Charts />
      </Part>
      <Part title="The machine: with limits, and a file system that does not answer">
        <HostPanel sample={sample} />
      </Part>
      <Part title="Copying">
        <div className="actions">
          <CopyButton label="a number" text="42" />
          <CopyButton label="nothing" text="" />
          <CopyButton label="an address" text="/">
            Copy
          </CopyButton>
        </div>
      </Part>
      <Part title="Something larger than its place">
        <ScrollArea label="A long line">
          <p className="gallery-figure">{'0123456789'.repeat(30)}</p>
        </ScrollArea>
      </Part>
      <Part title="Numbers: empty, typed, long, at fault">
        <div className="number-fields">
          <NumberField name="Binary" base={2} value="" onType={() => {}} />
          <NumberField name="Decimal" base={10} value="-42" onType={() => {}} />
          <NumberField name="Octal" base={8} value={'7'.repeat(200)} onType={() => {}} />
          <NumberField
            name="Hexadecimal"
            base={16}
            value="0xFG"
            problem={{ kind: 'wrongDigit', character: 'G', position: 4, radix: 16 }}
            onType={() => {}}
          />
        </div>
        <FaultMark text={`${'A AND '.repeat(12)}? OR B`} position={73} />
      </Part>
      <Part title="Bits: 8 with a sign, 32 without">
        <BitSwitches bits="11010110" width={8} signed onFlip={() => {}} />
        <BitSwitches bits={'10'.repeat(16)} width={32} signed={false} onFlip={() => {}} />
      </Part>
      <Part title="Kept as: within the range, beyond it">
        <RepresentationList
          representations={[unsigned(42n, 8), twosComplement(-42n, 16), signAndMagnitude(-300n, 8)]}
        />
      </Part>
      <Part title="Steps: place values, divisions, groups">
        {[conversionSteps(0x2fn, 16, 10), conversionSteps(42n, 10, 2), conversionSteps(0x2fn, 16, 2)].map(
          ({ steps }) => (
            <div className="stage" key={steps[0]?.kind}>
              <StepTable steps={steps} />
            </div>
          ),
        )}
      </Part>
      <Part title="Circuits and truth tables">
        {['A', 'NOT A', 'A AND B', 'A NAND B', 'A OR B', 'A NOR B', 'A XOR B', 'A XNOR B', 'rain and (1 or not B)'].map(
          (text) => (
            <Logic key={text} text={text} />
          ),
        )}
      </Part>
      <Part title="Look-out: dark and lit">
        {[false, true].map((lit) => (
          <div className="dusk gallery-lookout" key={String(lit)}>
            <Lookout lit={lit} />
          </div>
        ))}
      </Part>
    </main>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="gallery-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function ChoiceOfFew() {
  const [value, setValue] = useState('b');
  const options = ['a', 'b', 'c'].map((option) => ({ value: option, label: `Option ${option}` }));
  return <Choice legend="One of a few" value={value} onChoose={setValue} options={options} />;
}

function Logic({ text }: { text: string }) {
  const expression = parseExpression(text);
  if ('problem' in expression) return null;
  const table = truthTable(expression);
  const bits = table.variables.map(() => 1 as const);
  return (
    <>
      <Circuit
        nodes={table.nodes}
        values={evaluateNodes(table.nodes, new Map(table.variables.map((name) => [name, 1])))}
      />
      {text.includes('rain') && <TruthTableView table={table} bits={bits} onChoose={() => {}} />}
    </>
  );
}

const START = 1_790_000_000;

/** A hundred and twenty entries, five seconds apart or summed up, with a gap in the middle. */
function chartData(spread: number): ChartData {
  const entries = Array.from({ length: 120 }, (_, index) => index);
  const series = (factor: number) =>
    entries.map((index) => (index > 50 && index < 60 ? null : (40 + 30 * Math.sin(index / 9)) * factor));
  const bands = { minimum: series(1 - spread), average: series(1), maximum: series(1 + spread) };
  return {
    at: entries.map((index) => START + index * 5),
    stepSeconds: spread > 0 ? 60 : 0,
    bands: mapMeasures(() => bands),
  };
}

function Charts() {
  const colours = useColours();
  const empty = { at: [], stepSeconds: 0, bands: mapMeasures(() => EMPTY_BAND) };
  const visible = { from: START, to: START + 600 };
  const states = { cpu: chartData(0), network: chartData(0.3), load: empty };
  return (
    <div className="charts">
      {Object.entries(states).map(([id, data]) => (
        <ChartPanel
          key={id}
          panel={panels.find((panel) => panel.id === id) as Panel}
          data={data}
          visible={visible}
          colours={colours}
          live={id === 'cpu'}
          onZoom={() => {}}
        />
      ))}
    </div>
  );
}

const EMPTY_BAND = { minimum: [], average: [], maximum: [] };

const ANALYSES: readonly AnalysisProgress[] = [
  { state: 'asking', sinceMs: Date.now() },
  {
    state: 'answered',
    available: true,
    text: 'The computer is at rest.\n\nThere is nothing to do.',
    sampledAt: sample.sampledAt,
  },
  {
    state: 'answered',
    available: false,
    text: 'The analysis is not available at the moment.',
    sampledAt: sample.sampledAt,
  },
  { state: 'cancelled' },
  { state: 'failed', text: 'Request limit exceeded. Try again in 42 s.' },
];

function Measures({ of: shown, stale = false }: { of?: Sample; stale?: boolean }) {
  return (
    <ul className="measures" data-stale={stale || undefined}>
      {measures.map((measure) => (
        <MeasureCard key={measure.id} measure={measure} sample={shown} brief={false} />
      ))}
    </ul>
  );
}

await Promise.all([coreMessages, converterMessages, furtherMessages, monitoringMessages, dashboardMessages]);
createRoot(document.getElementById('gallery') as HTMLElement).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
