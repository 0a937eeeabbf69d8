import { Page } from '../../components/page';
import { type Message, say } from '../../lib/say';

/** A page that has its address already and its content in a later version. */
export function ComingPage({ title, lead }: { title: Message; lead: Message }) {
  return <Page title={say(title)} lead={say(lead)} />;
}
