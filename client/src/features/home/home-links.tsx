import { Link } from 'wouter';
import { Icon } from '../../components/icon';
import { type MessageKey, t } from '../../lib/i18n/t';
import { useViewer } from '../../lib/session/viewer';
import { paths } from '../../paths';

/** Links to the other pages with descriptions; only staff see the administration. */
export function HomeLinks() {
  const [{ isStaff }] = useViewer();
  return (
    <ul className="ways">
      <HomeLink to="monitoring" name="ui.home.monitoring.name" about="ui.home.monitoring.about" />
      <HomeLink to="converter" name="ui.home.converter.name" about="ui.home.converter.about" />
      <HomeLink to="alerts" name="ui.home.alerts.name" about="ui.home.alerts.about" />
      <HomeLink to="playground" name="ui.home.playground.name" about="ui.home.playground.about" />
      <HomeLink to="account" name="ui.home.account.name" about="ui.home.account.about" />
      <HomeLink to="terms" name="ui.home.terms.name" about="ui.home.terms.about" />
      {isStaff && (
        <HomeLink to="administration" name="ui.home.administration.name" about="ui.home.administration.about" />
      )}
    </ul>
  );
}

interface HomeLinkProps {
  /** The icon, named like the page. */
  to: 'monitoring' | 'converter' | 'alerts' | 'playground' | 'account' | 'terms' | 'administration';
  name: MessageKey;
  about: MessageKey;
}

function HomeLink({ to, name, about }: HomeLinkProps) {
  const content = (
    <>
      <Icon name={to} />
      <span>
        <span className="way-name">{t(name)}</span>
        <span className="way-about">{t(about)}</span>
      </span>
      <Icon name="arrow" />
    </>
  );
  // The playground is not a page of this application.
  return (
    <li>{to === 'playground' ? <a href={paths.graphql}>{content}</a> : <Link href={paths[to]}>{content}</Link>}</li>
  );
}
