import { Empty } from '../../../components/states';

/** What the service says of itself. */
export default function OverviewSection() {
  return <Empty title="…" />;
}
