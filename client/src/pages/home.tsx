import { Lookout } from '../components/lookout';
import { HomePage } from '../features/home/home-page';
import { homeMessages } from '../features/home/messages';
import { LiveMeasures } from '../features/monitoring/live/live-measures';
import { useSample } from '../features/monitoring/live/use-sample';
import { monitoringMessages } from '../features/monitoring/messages';

export const messages = Promise.all([homeMessages, monitoringMessages]);

/** The page `/`. */
export default function Home() {
  const live = useSample();
  return <HomePage now={<LiveMeasures live={live} brief scene={(lit) => <Lookout lit={lit} />} />} />;
}
