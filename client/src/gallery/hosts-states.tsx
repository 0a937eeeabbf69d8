import '../features/monitoring/hosts/host-cards.css';
import { type HostStateName, hostStateWords } from '../components/status/host-condition';
import { HostState } from '../components/status/host-state';
import { HostFigures } from '../features/monitoring/hosts/host-figures';
import { HostHeadLine } from '../features/monitoring/hosts/host-page';
import { HostRow } from '../features/monitoring/hosts/host-row';
import { GalleryPart } from './gallery-part';

const STATES = Object.keys(hostStateWords) as HostStateName[];
const SEEN = '2026-11-21T12:00:00.000Z';
const LONG_NAME = `server-${'of-a-long-name-'.repeat(6)}`;

const hosts = STATES.map((state, index) => ({
  id: String(index),
  name: index === 1 ? LONG_NAME : `server-${index}`,
  tags: index === 1 ? ['production', 'database', 'a-tag-with-a-name-that-is-rather-long', 'south'] : [],
  state,
  isOwn: index === 0,
  lastSeenAt: state === 'WAITING' ? null : SEEN,
  newest:
    state === 'WAITING'
      ? null
      : { cpuPercent: 37.4, ramPercent: 100, diskPercent: 0, networkReceived: 1_500_000, networkSent: null },
}));

function pushedFigures(): HostFigures {
  const figures = new HostFigures();
  figures.list(hosts, new Set());
  for (let minute = 0; minute < 60; minute += 1) {
    const wave = 50 + 45 * Math.sin(minute / 8);
    const at = new Date(Date.parse(SEEN) + minute * 60_000).toISOString();
    figures.push(['0', '1'], {
      at,
      rows: [
        [0, 0, wave, 40, 91, wave * 1000, wave * 200],
        [1, 1, 100, wave, 0, null, null],
      ],
    });
  }
  return figures;
}

const figures = pushedFigures();

/** Components of the pages about several hosts. */
export function HostsStates() {
  return (
    <>
      <GalleryPart title="States of a host">
        {STATES.map((state) => (
          <HostState key={state} state={state} seen={undefined} />
        ))}
      </GalleryPart>
      <GalleryPart title="Rows: live, late with a long name, away, retired, added but not seen yet">
        <div className="hosts-list">
          {hosts.map((host) => (
            <HostRow key={host.id} host={host} figures={figures} words={({ ruleName }) => ruleName} />
          ))}
        </div>
      </GalleryPart>
      <GalleryPart title="The same as cards">
        <ul className="host-cards">
          {hosts.map((host) => (
            <li key={host.id}>
              <HostRow host={host} figures={figures} words={({ ruleName }) => ruleName} />
            </li>
          ))}
        </ul>
      </GalleryPart>
      <GalleryPart title="The head of a host: live; away, with its clock ahead and many tags">
        <HostHeadLine
          state="LIVE"
          head={{
            id: '0',
            name: 'a',
            tags: [],
            state: 'LIVE',
            lastSeenAt: SEEN,
            clockSkewSeconds: 1,
            source: 'AGENT',
            version: '0.1.0',
            problem: null,
          }}
        />
        <HostHeadLine
          state="AWAY"
          head={{
            id: '1',
            name: LONG_NAME,
            tags: hosts[1]?.tags ?? [],
            state: 'AWAY',
            lastSeenAt: SEEN,
            clockSkewSeconds: 3600,
            source: 'NODE_EXPORTER',
            version: 'node_exporter 1.9.1',
            problem: null,
          }}
        />
      </GalleryPart>
    </>
  );
}
