import './home.css';
import type { ReactNode } from 'react';
import { Page } from '../../components/page';
import { say } from '../../lib/say';
import { useViewer } from '../../lib/use-viewer';
import { greeting } from './greeting';
import { homeMessages } from './home.messages';
import { Ways } from './ways';

/** The first page after login: a greeting, what the host is doing `now`, and ways to the rest. */
export function HomePage({ now }: { now: ReactNode }) {
  const viewer = useViewer();
  return (
    <Page title={say(homeMessages.title)} heading={greeting(new Date(), viewer?.firstName)}>
      <section className="section" aria-labelledby="now">
        <h2 id="now">{say(homeMessages.now)}</h2>
        {now}
      </section>
      <section className="section" aria-labelledby="ways">
        <h2 id="ways">{say(homeMessages.ways)}</h2>
        <Ways />
      </section>
    </Page>
  );
}
