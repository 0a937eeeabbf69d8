import { useEffect, useRef } from 'react';
import { Link, useRoute } from 'wouter';
import { type Message, say } from '../../lib/say';
import { paths } from '../../paths';
import { shellMessages } from './shell.messages';

/** Links to every page; the one shown is marked, and in view where the row scrolls. */
export function Navigation() {
  return (
    <nav className="site-nav" aria-label={say(shellMessages.navigation)}>
      <ul>
        <NavigationLink path={paths.home} text={shellMessages.home} />
        <NavigationLink path={paths.monitoring} text={shellMessages.monitoring} />
        <NavigationLink path={paths.converter} text={shellMessages.converter} />
        <NavigationLink path={paths.terms} text={shellMessages.terms} />
        <NavigationLink path={paths.account} text={shellMessages.account} />
        <li>
          <a href={paths.graphql}>{say(shellMessages.playground)}</a>
        </li>
      </ul>
    </nav>
  );
}

function NavigationLink({ path, text }: { path: string; text: Message }) {
  const [shown] = useRoute(path);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (shown) item.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <li ref={item}>
      <Link href={path} aria-current={shown ? 'page' : undefined}>
        {say(text)}
      </Link>
    </li>
  );
}
