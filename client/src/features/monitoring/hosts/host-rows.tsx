import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../../lib/i18n/t';
import type { IncidentWords } from '../../../lib/incidents/use-incident-words';
import { useMedia } from '../../../lib/page/use-media';
import type { HostFigures } from './host-figures';
import { HostRow } from './host-row';
import type { ListedHost } from './hosts.operations';

interface HostRowsProps {
  hosts: readonly ListedHost[];
  /** Total number of hosts; space is reserved for those not yet fetched. */
  total: number;
  figures: HostFigures;
  words: IncidentWords;
  area: RefObject<HTMLUListElement | null>;
  /** Receives the indexes of the first and last visible rows. */
  onSight(first: number, last: number): void;
}

/** Extra rows rendered on each side of the visible ones. */
const OVERSCAN = 5;

/** Row heights in `rem`; they must match `hosts.css` and `host-row.css`. */
const ROW_HEIGHT = { wide: 3.75, narrow: 15 };

/** Lists the hosts. Only visible rows, and a focused one, are in the document. */
export function HostRows({ hosts, total, figures, words, area, onSight }: HostRowsProps) {
  const isWide = useMedia('(width >= 960px)');
  const isPrinting = useIsPrinting();
  const [top, setTop] = useState(0);
  const focused = useRef(-1);
  const rem = useRem();
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => ROW_HEIGHT[isWide ? 'wide' : 'narrow'] * rem,
    overscan: OVERSCAN,
    scrollMargin: top,
    useFlushSync: false,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const begin = Math.max(0, startIndex - overscan);
      const end = Math.min(count - 1, endIndex + overscan);
      const places = Array.from({ length: Math.max(0, end - begin + 1) }, (_, index) => begin + index);
      const place = focused.current;
      return place < 0 || place >= count || (place >= begin && place <= end)
        ? places
        : [...places, place].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows must be measured again when heights change
  useLayoutEffect(() => rows.measure(), [isWide, rem]);
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = area;
      if (current) setTop(Math.round(current.getBoundingClientRect().top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [area]);

  const { startIndex = 0, endIndex = -1 } = rows.range ?? {};
  useEffect(() => {
    if (endIndex >= 0) onSight(startIndex, endIndex);
  }, [startIndex, endIndex, onSight]);

  const places = isPrinting ? hosts.map((_, index) => ({ index, start: 0 })) : rows.getVirtualItems();
  return (
    <ul
      className="host-rows"
      ref={area}
      aria-label={t('ui.hosts.list')}
      style={isPrinting ? undefined : { blockSize: `${rows.getTotalSize()}px` }}
      onFocus={({ target }) => {
        focused.current = Number(target.closest('li')?.getAttribute('aria-posinset')) - 1;
      }}
      onBlur={() => {
        focused.current = -1;
      }}
    >
      {places.map(({ index, start }) => {
        const host = hosts[index];
        return (
          <li
            key={host?.id ?? `place ${index}`}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={isPrinting ? undefined : { transform: `translateY(${start - top}px)` }}
          >
            {host ? (
              <HostRow host={host} figures={figures} words={words} />
            ) : (
              <div className="host-row host-row-coming" />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Whether the page is being printed: paper doesn't scroll, so all fetched rows must be rendered. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}

/** Returns the reader's text size in pixels. No event reports its changes, so an element sized in `rem` is observed. */
function useRem(): number {
  const [rem, setRem] = useState(readRem);
  useEffect(() => {
    const observer = new ResizeObserver(() => setRem(readRem()));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return rem;
}

function readRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
