import { Lookout } from '../components/lookout';
import { HomePage } from '../features/home/home-page';
import { LiveMeasures } from '../features/monitoring/live-measures';

/** `/` */
export default function Home() {
  return <HomePage now={<LiveMeasures brief scene={(live) => <Lookout lit={live} />} />} />;
}
