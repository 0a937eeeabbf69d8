import type { Columns } from '../../../components/lists/columns';
import { Mark } from '../../../components/lists/records';
import { RowMenu } from '../../../components/lists/row-menu';
import { hostSourceWords } from '../../../components/status/host-source';
import { HostState } from '../../../components/status/host-state';
import { TagList } from '../../../components/tag-list';
import { shortTimestamp } from '../../../lib/i18n/short-times';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { hostPath } from '../../../paths';
import type { Address } from '../parts/address';
import type { HostAction } from './host-dialogs';
import type { AdministeredHost } from './hosts.operations';

const actionWords = {
  rename: 'ui.machines.rename',
  tags: 'ui.machines.tags',
  token: 'ui.machines.token',
  scrape: 'ui.machines.address',
  retire: 'ui.machines.retire',
} as const satisfies Record<HostAction, MessageKey>;

interface HostListProps {
  Link: Address['Link'];
  /** Whether it has left the list and is shown only to keep the others in place. */
  isGone(host: AdministeredHost): boolean;
  onAction(action: HostAction, host: AdministeredHost): void;
}

/** Columns of the hosts, with all available actions. */
export function hostColumns({ Link, isGone, onAction }: HostListProps): Columns<AdministeredHost> {
  return {
    keyOf: ({ id }) => id,
    title: {
      name: t('ui.machines.name'),
      cell: (host) => (
        <span className="machine-name">
          <span>
            <Link className="machine-link" href={hostPath(host.id)}>
              {host.name}
            </Link>{' '}
            {host.isOwn && <Mark>{t('ui.machines.own')}</Mark>}
            {isGone(host) && <Mark>{t('ui.machines.gone')}</Mark>}
          </span>
          <TagList tags={host.tags} />
          {host.problem && host.state !== 'RETIRED' && <span className="machine-problem">{host.problem.message}</span>}
        </span>
      ),
    },
    after: [
      {
        name: t('ui.machines.state'),
        width: '9rem',
        inList: 'alone',
        cell: ({ state, lastSeenAt }) => <HostState state={state} seen={lastSeenAt} />,
      },
      {
        name: t('ui.machines.lastSeen'),
        width: '9.5rem',
        cell: ({ lastSeenAt }) => (lastSeenAt === null ? t('ui.machines.never') : shortTimestamp(lastSeenAt)),
      },
      {
        name: t('ui.machines.source'),
        width: '10rem',
        cell: ({ source, version, isOutdated }) => (
          <span className="machine-source">
            {/* Versions of exporters have their names in them. */}
            <span>{source === 'NODE_EXPORTER' && version !== null ? version : t(hostSourceWords[source])}</span>
            {source !== 'NODE_EXPORTER' && version && <span className="hint">{version}</span>}
            {isOutdated && <Mark>{t('ui.machines.outdated')}</Mark>}
          </span>
        ),
      },
    ],
    actions: {
      width: '4.5rem',
      of: (host) => (
        <RowMenu
          of={host.name}
          actions={(isGone(host) ? [] : listActions(host)).map((action) => ({
            label: t(actionWords[action]),
            name: `${t(actionWords[action])}: ${host.name}`,
            onChoose: () => onAction(action, host),
          }))}
        />
      ),
    },
  };
}

/** The service's own machines have neither token nor address, and retired hosts cannot be changed. */
function listActions({ state, source }: AdministeredHost): readonly HostAction[] {
  return state === 'RETIRED' ? [] : actionsOf[source];
}

const actionsOf = {
  OWN: ['rename', 'tags'],
  AGENT: ['rename', 'tags', 'token', 'retire'],
  NODE_EXPORTER: ['rename', 'tags', 'scrape', 'retire'],
  OTLP: ['rename', 'tags', 'token', 'retire'],
} as const satisfies Record<AdministeredHost['source'], readonly HostAction[]>;
