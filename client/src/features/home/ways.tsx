import { Link } from 'wouter';
import { type Message, say } from '../../lib/say';
import { paths } from '../../paths';
import { homeMessages } from './home.messages';

interface Way {
  name: Message;
  about: Message;
}

/** Where one can go from here, each with a line on what is there. */
export function Ways() {
  return (
    <ul className="ways">
      <li>
        <Link href={paths.monitoring}>{wayText(homeMessages.monitoring)}</Link>
      </li>
      <li>
        <Link href={paths.converter}>{wayText(homeMessages.converter)}</Link>
      </li>
      <li>
        <Link href={paths.account}>{wayText(homeMessages.account)}</Link>
      </li>
      <li>
        <a href={paths.graphql}>{wayText(homeMessages.playground)}</a>
      </li>
    </ul>
  );
}

function wayText({ name, about }: Way) {
  return (
    <>
      <span className="way-name">{say(name)}</span>
      <span className="way-about">{say(about)}</span>
    </>
  );
}
