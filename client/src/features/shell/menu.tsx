import type { ReactNode } from 'react';
import { Icon } from '../../components/icon';
import { t } from '../../lib/i18n/t';
import { useDisclosure } from '../../lib/page/use-disclosure';

interface MenuProps {
  /** Describes the links to screen readers. */
  label: string;
  children: ReactNode;
}

/** The header links: in a row if they fit, otherwise in a menu behind a button. */
export function Menu({ label, children }: MenuProps) {
  const { isOpen, toggle, area, button } = useDisclosure();
  return (
    <div className="menu" ref={area}>
      <button
        ref={button}
        className="button button-small menu-button"
        type="button"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={toggle}
      >
        <Icon name={isOpen ? 'close' : 'menu'} />
        {t('ui.core.shell.menu')}
      </button>
      <nav className="site-nav" id="menu" data-open={isOpen || undefined} aria-label={label}>
        {children}
      </nav>
    </div>
  );
}
