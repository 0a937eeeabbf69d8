import { Page } from '../../components/page';
import { say } from '../../lib/i18n/say';
import { unknownMessages } from './unknown.messages';

/** For an address that the client does not know. */
export function UnknownPage() {
  return <Page title={say(unknownMessages.title)} lead={say(unknownMessages.lead)} />;
}
