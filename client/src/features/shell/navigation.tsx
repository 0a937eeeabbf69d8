import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { Icon, type IconName } from '../../components/icon';
import { type MessageKey, t } from '../../lib/i18n/t';
import { useViewer } from '../../lib/session/viewer';
import { paths } from '../../paths';

/** Links to the pages that the viewer may open, with the current one marked. */
export function Navigation() {
  const [{ mayOperate, seesNoMachines }] = useViewer();
  return (
    <ul>
      {!seesNoMachines && (
        <>
          <NavigationLink path={paths.home} icon="home" text="ui.core.shell.home" />
          <NavigationLink path={paths.monitoring} icon="monitoring" text="ui.core.shell.monitoring" />
        </>
      )}
      <NavigationLink path={paths.converter} icon="converter" text="ui.core.shell.converter" />
      {!seesNoMachines && <NavigationLink path={paths.alerts} icon="alerts" text="ui.core.shell.alerts" />}
      <NavigationLink path={paths.terms} icon="terms" text="ui.core.shell.terms" />
      <NavigationLink path={paths.account} icon="account" text="ui.core.shell.account" />
      {mayOperate && (
        <NavigationLink path={paths.administration} icon="administration" text="ui.core.shell.administration" />
      )}
      <li>
        <a href={paths.graphql}>
          <LinkText icon="playground" text="ui.core.shell.playground" />
        </a>
      </li>
    </ul>
  );
}

interface NavigationLinkProps {
  path: string;
  icon: IconName;
  text: MessageKey;
}

function NavigationLink({ path, icon, text }: NavigationLinkProps) {
  // Paths below a page's path belong to that page, except for the home page, whose path is above all others.
  const [shown] = useRoute(path === paths.home ? path : `${path}*?`);
  return (
    <li>
      <Link href={path} aria-current={shown ? 'page' : undefined}>
        <LinkText icon={icon} text={text} />
      </Link>
    </li>
  );
}

function LinkText({ icon, text }: Omit<NavigationLinkProps, 'path'>): ReactNode {
  return (
    <>
      <Icon name={icon} />
      {t(text)}
    </>
  );
}
