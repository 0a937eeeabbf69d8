import './hosts-section.css';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { Section } from '../../../components/layout/section';
import { RecordTable } from '../../../components/lists/record-table';
import { Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { useStableRows } from '../../../components/lists/use-stable-rows';
import { Notice } from '../../../components/status/notice';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { keepFocus } from '../../../lib/page/remember-focus';
import { useTypedSearch } from '../../../lib/state/use-typed-search';
import { useAddress } from '../parts/address';
import { AddHostForm } from './add-host';
import { Collectors } from './collectors';
import { FirstSample } from './first-sample';
import { hostColumns } from './host-columns';
import { type HostAction, HostDialog } from './host-dialogs';
import { ABOUT_HOSTS, type AdministeredHost, HostsQuery, type HostToken } from './hosts.operations';
import { OutdatedAgents } from './outdated-agents';
import { TokenSteps } from './token-steps';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.machines,ui.hostState,ui.hostSource',
    import: 'default',
  }),
);

const REFRESH_MS = 10_000;

type Shown = 'measured' | 'retired';

/** Adds hosts, and lists the existing ones with their actions. */
export default function HostsSection() {
  const { words, go, Link } = useAddress();
  const isAdding = words.has('nova');
  const [search, setSearch] = useState('');
  const [shown, show] = useState<Shown>('measured');
  const { subject: pending, ...dialog } = useDialog<{ action: HostAction; host: AdministeredHost }>();
  const [renewed, setRenewed] = useState<HostToken>();
  const [done, setDone] = useState('');
  const pages = usePages();
  const [typed, setTyped] = useTypedSearch(search, (next) => {
    setSearch(next);
    pages.restart();
  });
  const [{ data, error, operation }, ask] = useQuery({
    query: HostsQuery,
    variables: { after: pages.after, search: search || null, state: shown === 'retired' ? 'RETIRED' : null },
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_HOSTS).current,
  });
  const { area, page, isGone } = useStableRows(data?.hosts, operation?.key, ({ id }) => id);
  const refresh = () => ask({ requestPolicy: 'network-only' });
  useEffect(() => {
    const timer = setInterval(() => document.hidden || ask({ requestPolicy: 'network-only' }), REFRESH_MS);
    return () => clearInterval(timer);
  }, [ask]);

  const setAdding = (adding: boolean) => {
    keepFocus();
    setDone('');
    setRenewed(undefined);
    go([['parte', 'maquinas'], ...(adding ? ([['nova', '']] as const) : [])]);
  };
  const onDone = (text: string) => {
    setDone(text);
    dialog.close();
    refresh();
  };
  const onToken = (renewal: HostToken) => {
    setRenewed(renewal);
    dialog.close();
  };
  const columns = hostColumns({
    Link,
    isGone,
    onAction(action, host) {
      setDone('');
      dialog.open({ action, host });
    },
  });
  return (
    <Section
      title={t('ui.machines.title')}
      about={t('ui.machines.about')}
      actions={
        <button className="button" type="button" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
          {t('ui.machines.add')}
        </button>
      }
    >
      {isAdding && <AddHostForm onAdded={refresh} onClose={() => setAdding(false)} />}
      {renewed && (
        <RenewedToken
          key={renewed.token}
          renewed={renewed}
          onClose={() => {
            keepFocus();
            setRenewed(undefined);
          }}
        />
      )}
      {done && <Notice tone="good">{done}</Notice>}
      <OutdatedAgents />
      <div className="machines-filters">
        <Field
          label={t('ui.machines.search')}
          name="search"
          type="search"
          autoComplete="off"
          maxLength={80}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Choice<Shown>
          legend={t('ui.machines.which')}
          value={shown}
          options={[
            { value: 'measured', label: t('ui.machines.measured') },
            { value: 'retired', label: t('ui.machines.retired') },
          ]}
          onChoose={(next) => {
            show(next);
            pages.restart();
          }}
        />
      </div>
      <div ref={area}>
        <Records
          label={t('ui.machines.title')}
          page={page}
          error={error}
          onRetry={refresh}
          pages={pages}
          empty={t(search ? 'ui.machines.noneFound' : 'ui.machines.none')}
        >
          {(hosts, focusTarget) => (
            <RecordTable label={t('ui.machines.title')} items={hosts} columns={columns} focusTarget={focusTarget} />
          )}
        </Records>
      </div>
      <Collectors onToken={onToken} />
      {pending && <HostDialog {...pending} onDone={onDone} onToken={onToken} onClose={dialog.close} />}
    </Section>
  );
}

interface RenewedTokenProps {
  renewed: HostToken;
  onClose(): void;
}

/** Shows the new token while waiting for the agent or the SDK that uses it. */
function RenewedToken({ renewed: { host, collector, token }, onClose }: RenewedTokenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const name = host?.name ?? collector?.name ?? '';
  const sender = collector ? 'COLLECTOR' : host?.source === 'OTLP' ? 'OTLP' : 'AGENT';
  const title = t(sender === 'AGENT' ? 'ui.machines.runOn' : 'ui.machines.setUp', { name });
  return (
    <section className="host-add" aria-label={title}>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {token !== null && <TokenSteps sender={sender} token={token} />}
      {host && <FirstSample id={host.id} name={host.name} />}
      <div className="actions">
        <button className="button" type="button" onClick={onClose}>
          {t('ui.machines.close')}
        </button>
      </div>
    </section>
  );
}
