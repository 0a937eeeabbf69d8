import './findings/findings.css';
import './host/host-line.css';
import './monitoring-bar.css';
import type { ReactNode } from 'react';
import { Loading } from '../../components/status/states';

/** Placeholders that reserve space while the dashboard loads. */
export function DashboardComing({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="host-line" />
      <div className="monitoring-bar">{children}</div>
      <div className="findings-strip" />
      <div className="charts-coming">
        <Loading lines={6} />
      </div>
    </>
  );
}
