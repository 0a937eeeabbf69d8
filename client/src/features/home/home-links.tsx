import { Link } from 'wouter';
import { Icon, type IconName } from '../../components/icon';
import { type MessageKey, t } from '../../lib/i18n/t';
import { useViewer } from '../../lib/session/viewer';
import { paths } from '../../paths';

interface Way {
  icon: IconName;
  name: MessageKey;
  about: MessageKey;
}

/** Links to the other pages with descriptions; only staff see the administration. */
export function HomeLinks() {
  const [{ isStaff }] = useViewer();
  return (
    <ul className="ways">
      <li>
        <Link href={paths.monitoring}>
          <WayText icon="monitoring" name="ui.home.monitoring.name" about="ui.home.monitoring.about" />
        </Link>
      </li>
      <li>
        <Link href={paths.converter}>
          <WayText icon="converter" name="ui.home.converter.name" about="ui.home.converter.about" />
        </Link>
      </li>
      <li>
        <Link href={paths.alerts}>
          <WayText icon="alerts" name="ui.home.alerts.name" about="ui.home.alerts.about" />
        </Link>
      </li>
      <li>
        <a href={paths.graphql}>
          <WayText icon="playground" name="ui.home.playground.name" about="ui.home.playground.about" />
        </a>
      </li>
      <li>
        <Link href={paths.account}>
          <WayText icon="account" name="ui.home.account.name" about="ui.home.account.about" />
        </Link>
      </li>
      <li>
        <Link href={paths.terms}>
          <WayText icon="terms" name="ui.home.terms.name" about="ui.home.terms.about" />
        </Link>
      </li>
      {isStaff && (
        <li>
          <Link href={paths.administration}>
            <WayText icon="administration" name="ui.home.administration.name" about="ui.home.administration.about" />
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
        <span className="way-name">{t(name)}</span>
        <span className="way-about">{t(about)}</span>
      </span>
      <Icon name="arrow" />
    </>
  );
}
