import { useState } from 'react';
import { useQuery } from 'urql';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useDialog } from '../../../components/dialogs/use-dialog';
import type { Columns } from '../../../components/lists/columns';
import { RecordTable } from '../../../components/lists/record-table';
import { RowMenu } from '../../../components/lists/row-menu';
import { Notice } from '../../../components/status/notice';
import { TagList } from '../../../components/tag-list';
import { useAction } from '../../../lib/graphql/use-action';
import { shortTimestamp } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import {
  ABOUT_COLLECTORS,
  ABOUT_HOSTS,
  type Collector,
  CollectorsQuery,
  type HostToken,
  RenewCollectorToken,
  RetireCollector,
} from './hosts.operations';

type Action = 'token' | 'retire';

interface CollectorsProps {
  /** Called when the token of a collector has been replaced. */
  onToken(renewed: HostToken): void;
}

/** Lists the OpenTelemetry collectors, each of which sends many machines; nothing while there are none. */
export function Collectors({ onToken }: CollectorsProps) {
  const [{ data }] = useQuery({ query: CollectorsQuery, context: ABOUT_COLLECTORS });
  const { subject: pending, ...dialog } = useDialog<{ action: Action; collector: Collector }>();
  const [done, setDone] = useState('');
  const collectors = data?.collectors.filter(({ retiredAt }) => retiredAt === null) ?? [];
  if (collectors.length === 0 && done === '') return null;
  const finish = (text: string) => {
    setDone(text);
    dialog.close();
  };
  const columns = collectorColumns((action, collector) => {
    setDone('');
    dialog.open({ action, collector });
  });
  const props = pending && { collector: pending.collector, onClose: dialog.close };
  return (
    <section className="collectors" aria-label={t('ui.machines.collectors')}>
      <h3>{t('ui.machines.collectors')}</h3>
      {done && <Notice tone="good">{done}</Notice>}
      <RecordTable label={t('ui.machines.collectors')} items={collectors} columns={columns} />
      {props && pending.action === 'token' && (
        <RenewDialog
          {...props}
          onToken={(renewed) => {
            dialog.close();
            onToken(renewed);
          }}
        />
      )}
      {props && pending.action === 'retire' && <RetireDialog {...props} onDone={finish} />}
    </section>
  );
}

const words = { token: 'ui.machines.token', retire: 'ui.machines.retire' } as const;

function collectorColumns(onAction: (action: Action, collector: Collector) => void): Columns<Collector> {
  return {
    keyOf: ({ id }) => id,
    title: {
      name: t('ui.machines.name'),
      cell: ({ name, tags }) => (
        <span className="machine-name">
          <span>{name}</span>
          <TagList tags={tags} />
        </span>
      ),
    },
    after: [{ name: t('ui.machines.addedAt'), width: '9.5rem', cell: ({ createdAt }) => shortTimestamp(createdAt) }],
    actions: {
      width: '4.5rem',
      of: (collector) => (
        <RowMenu
          of={collector.name}
          actions={(['token', 'retire'] as const).map((action) => ({
            label: t(words[action]),
            name: `${t(words[action])}: ${collector.name}`,
            onChoose: () => onAction(action, collector),
          }))}
        />
      ),
    },
  };
}

interface DialogProps {
  collector: Collector;
  onClose(): void;
}

function RenewDialog({ collector: { id, name }, onToken, onClose }: DialogProps & CollectorsProps) {
  const { progress, run } = useAction(RenewCollectorToken, ABOUT_COLLECTORS);
  return (
    <ConfirmationDialog
      title={t('ui.machines.tokenTitle', { name })}
      text={t('ui.machines.collectorTokenText')}
      action={t('ui.machines.token')}
      progress={progress}
      onDo={async () => {
        const answer = await run({ id });
        if (answer) onToken(answer.renewCollectorToken);
      }}
      onClose={onClose}
    />
  );
}

function RetireDialog({ collector: { id, name }, onDone, onClose }: DialogProps & { onDone(text: string): void }) {
  const { progress, run } = useAction(RetireCollector, {
    additionalTypenames: [...ABOUT_COLLECTORS.additionalTypenames, ...ABOUT_HOSTS.additionalTypenames],
  });
  return (
    <ConfirmationDialog
      title={t('ui.machines.retireTitle', { name })}
      text={t('ui.machines.collectorRetireText')}
      action={t('ui.machines.retire')}
      progress={progress}
      onDo={async () => {
        if (await run({ id })) onDone(t('ui.machines.collectorRetired', { name }));
      }}
      onClose={onClose}
    />
  );
}
