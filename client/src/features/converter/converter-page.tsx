import './converter.css';
import { Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CopyButton } from '../../components/copy-button';
import { Page } from '../../components/layout/page';
import { PageBoundary } from '../../components/layout/page-boundary';
import { Failure, Loading } from '../../components/status/states';
import { t } from '../../lib/i18n/t';
import type { ConverterProps } from './converter-props';
import { addressOf, numberOf } from './converter-state';
import { type ConverterTabs, tabAt, tabPath } from './converter-tab';
import { NumberPanel } from './number/number-panel';
import { readingOf } from './reading';
import { TabBar } from './tab-bar';
import { TabLeft } from './tab-heading';
import { useConverterState, useOwnAddress } from './use-converter';
// Imported last, to override the components' styles.
import './print.css';

/**
 * Number bases, bits and logic (contract 5), computed in the browser by the server's rules. Each tab has its own URL
 * and keeps the shared state. The number stays visible beside the tabs that use it.
 */
export function ConverterPage({ tabs }: { tabs: ConverterTabs }) {
  const [path] = useLocation();
  const tab = tabAt(tabs, path, useSearch());
  const [shown, setShown] = useState({ tab, left: false });
  if (shown.tab !== tab) setShown({ tab, left: true });
  const [state, change] = useConverterState();
  useOwnAddress(tabPath(tab), state);
  const query = addressOf(state);
  const shared: ConverterProps = {
    state,
    number: numberOf(state),
    onChange: change,
    onNumber: (value, base) => change({ value, base, ...readingOf(numberOf({ value, base }), state) }),
  };
  return (
    <Page
      title={`${t(tab.name)} · ${t('ui.converter.title')}`}
      heading={t('ui.converter.title')}
      actions={
        <CopyButton label={t('ui.converter.shareLabel')} text={location.origin + tabPath(tab) + query}>
          {t('ui.converter.share')}
        </CopyButton>
      }
    >
      <div className="workbench">
        <TabBar tabs={tabs} shown={tab} query={query} />
        {tab.usesNumber && <NumberPanel {...shared} />}
        <div className="workbench-tab">
          <PageBoundary key={tab.word} fallback={<Broken />}>
            <Suspense fallback={<Loading lines={6} />}>
              <TabLeft value={shown.left}>
                <tab.Content {...shared} />
              </TabLeft>
            </Suspense>
          </PageBoundary>
        </div>
      </div>
    </Page>
  );
}

/** Shown when a tab's code failed to load; the URL still contains the number. */
function Broken() {
  return <Failure text={t('ui.core.components.brokenText')} onRetry={() => location.reload()} />;
}
