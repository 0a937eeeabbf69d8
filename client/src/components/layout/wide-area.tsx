import './wide-area.css';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/t';
import { ScrollArea } from './scroll-area';

interface WideAreaProps {
  label: string;
  children: ReactNode;
}

/** A scrollable area whose content fades out at each edge that hides part of it. */
export function WideArea({ label, children }: WideAreaProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState({ before: false, after: false });
  useLayoutEffect(() => {
    const area = frame.current?.firstElementChild;
    if (!area) return;
    const measure = () => {
      const rest = area.scrollWidth - area.clientWidth - area.scrollLeft;
      // Differences of less than one pixel are rounding errors.
      setHidden({ before: area.scrollLeft >= 1, after: rest >= 1 });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    if (area.firstElementChild) observer.observe(area.firstElementChild);
    area.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      area.removeEventListener('scroll', measure);
    };
  }, []);
  return (
    <div className="wide-area">
      <div
        className="wide-frame"
        ref={frame}
        data-before={hidden.before || undefined}
        data-after={hidden.after || undefined}
      >
        <ScrollArea label={label}>{children}</ScrollArea>
      </div>
      {(hidden.before || hidden.after) && <p className="hint">{t('ui.core.components.scroll')}</p>}
    </div>
  );
}
