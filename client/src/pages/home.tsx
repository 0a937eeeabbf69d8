import { Lookout } from '../components/lookout';
import { HomePage } from '../features/home/home-page';
import { LiveMeasures } from '../features/monitoring/live-measures';
import { useSample } from '../features/monitoring/use-sample';

/** `/` */
export default function Home() {
  const live = useSample();
  return <HomePage now={<LiveMeasures live={live} brief scene={(lit) => <Lookout lit={lit} />} />} />;
}
