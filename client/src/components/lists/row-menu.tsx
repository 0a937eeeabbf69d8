import './row-menu.css';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { t } from '../../lib/i18n/t';
import { useDisclosure } from '../../lib/page/use-disclosure';

/** An action on the item of a row. */
export interface RowAction {
  readonly label: string;
  /** Accessible name, which includes the item's; defaults to the label. */
  readonly name?: string;
  /** Why the action is unavailable; it is then shown, but does nothing. */
  readonly barred?: string | undefined;
  onChoose(): void;
}

interface RowMenuProps {
  /** Name of the row's item, for the accessible name of the button. */
  of: string;
  actions: readonly RowAction[];
}

/**
 * The actions of a row behind one button. Arrow keys, Home and End move between them; Escape and Tab close the menu and
 * return the focus to the button, as does choosing an action, so that a dialog gives it back there.
 */
export function RowMenu({ of, actions }: RowMenuProps) {
  const { isOpen, toggle, area, button } = useDisclosure();
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    menu.current?.scrollIntoView({ block: 'nearest' });
    menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);
  if (actions.length === 0) return null;

  const close = () => {
    button.current?.focus();
    toggle();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close();
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const next = findNext(event.key, items.indexOf(document.activeElement as HTMLElement), items.length);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  };
  return (
    <div className="row-menu" ref={area}>
      <button
        ref={button}
        className="button button-small row-menu-button"
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={t('ui.lists.actionsOf', { name: of })}
        onClick={toggle}
        onKeyDown={(event) => {
          if (isOpen || event.key !== 'ArrowDown') return;
          event.preventDefault();
          toggle();
        }}
      >
        <Dots />
      </button>
      {isOpen && (
        <div
          className="row-menu-list"
          id={id}
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={t('ui.lists.actionsOf', { name: of })}
          onKeyDown={onKeyDown}
        >
          {actions.map(({ label, name = label, barred, onChoose }, index) => (
            <button
              key={label}
              className="row-menu-item"
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-label={name}
              aria-disabled={barred ? true : undefined}
              aria-describedby={barred && `${id}-${index}`}
              onClick={() => {
                if (barred) return;
                close();
                onChoose();
              }}
            >
              {label}
              {barred && (
                <span className="hint" id={`${id}-${index}`}>
                  {barred}
                </span>
              )}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Returns the position of the item that a key moves to; undefined for other keys. */
function findNext(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return (current + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Kept out of the icon set that every page loads. */
function Dots() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 12h.01M12 12h.01M19 12h.01" />
    </svg>
  );
}
