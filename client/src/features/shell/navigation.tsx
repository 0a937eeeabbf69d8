import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { Icon, type IconName } from '../../components/icon';
import { type Message, say } from '../../lib/i18n/say';
import { useViewer } from '../../lib/session/viewer';
import { paths } from '../../paths';
import { shellMessages } from './shell.messages';

/** Links to all pages, of which the present one is marked. The administration is shown to staff only. */
export function Navigation() {
  const [{ isStaff }] = useViewer();
  return (
    <ul>
      <NavigationLink path={paths.home} icon="home" text={shellMessages.home} />
      <NavigationLink path={paths.monitoring} icon="monitoring" text={shellMessages.monitoring} />
      <NavigationLink path={paths.converter} icon="converter" text={shellMessages.converter} />
      <NavigationLink path={paths.terms} icon="terms" text={shellMessages.terms} />
      <NavigationLink path={paths.account} icon="account" text={shellMessages.account} />
      {isStaff && (
        <NavigationLink path={paths.administration} icon="administration" text={shellMessages.administration} />
      )}
      <li>
        <a href={paths.graphql}>
          <LinkText icon="playground" text={shellMessages.playground} />
        </a>
      </li>
    </ul>
  );
}

interface NavigationLinkProps {
  path: string;
  icon: IconName;
  text: Message;
}

function NavigationLink({ path, icon, text }: NavigationLinkProps) {
  const [shown] = useRoute(path);
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
      {say(text)}
    </>
  );
}
