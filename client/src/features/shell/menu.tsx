import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Icon } from '../../components/icon';
import { t } from '../../lib/i18n/t';

/**
 * The links of the header: in a row if there is room, else in a menu behind a button. The menu closes with Escape, with
 * a click elsewhere, when the focus leaves it, and when another page is shown.
 */
export function Menu({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openAt === path;

  useEffect(() => {
    if (!open) return;
    const close = () => setOpenAt(null);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    const onLeave = (event: Event) => {
      if (!area.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onLeave);
    document.addEventListener('focusin', onLeave);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onLeave);
      document.removeEventListener('focusin', onLeave);
    };
  }, [open]);

  return (
    <div className="menu" ref={area}>
      <button
        ref={button}
        className="button button-small menu-button"
        type="button"
        aria-expanded={open}
        aria-controls="menu"
        onClick={() => setOpenAt(open ? null : path)}
      >
        <Icon name={open ? 'close' : 'menu'} />
        {t('ui.core.shell.menu')}
      </button>
      <nav className="site-nav" id="menu" data-open={open || undefined} aria-label={t('ui.core.shell.navigation')}>
        {children}
      </nav>
    </div>
  );
}
