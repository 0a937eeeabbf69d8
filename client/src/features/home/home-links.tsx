import { Link } from 'wouter';
import { Icon, type IconName } from '../../components/icon';
import { type Message, say } from '../../lib/i18n/say';
import { useViewer } from '../../lib/session/viewer';
import { paths } from '../../paths';
import { homeMessages } from './home.messages';

interface Way {
  icon: IconName;
  name: Message;
  about: Message;
}

/** Links to the other pages, each with a description; the administration is shown to staff only. */
export function HomeLinks() {
  const [{ isStaff }] = useViewer();
  return (
    <ul className="ways">
      <li>
        <Link href={paths.monitoring}>
          <WayText icon="monitoring" {...homeMessages.monitoring} />
        </Link>
      </li>
      <li>
        <Link href={paths.converter}>
          <WayText icon="converter" {...homeMessages.converter} />
        </Link>
      </li>
      <li>
        <a href={paths.graphql}>
          <WayText icon="playground" {...homeMessages.playground} />
        </a>
      </li>
      <li>
        <Link href={paths.account}>
          <WayText icon="account" {...homeMessages.account} />
        </Link>
      </li>
      <li>
        <Link href={paths.terms}>
          <WayText icon="terms" {...homeMessages.terms} />
        </Link>
      </li>
      {isStaff && (
        <li>
          <Link href={paths.administration}>
            <WayText icon="administration" {...homeMessages.administration} />
          </Link>
        </li>
      )}
    </ul>
  );
}

function WayText({ icon, name, about }: Way) {
  return (
    <>
      <Icon name={icon} />
      <span>
        <span className="way-name">{say(name)}</span>
        <span className="way-about">{say(about)}</span>
      </span>
      <Icon name="arrow" />
    </>
  );
}
