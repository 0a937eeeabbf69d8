/** Severities that the tab can show, in ascending order. */
const severities = ['quiet', 'WARNING', 'BAD'] as const;

export type TabSeverity = (typeof severities)[number];

/** Names of the page's icon, as linked by `layout.eta`, and its variants, indexed by severity. */
const icons = ['favicon', 'favicon-warning', 'favicon-bad'];

interface Said {
  readonly text: string;
  readonly severity: TabSeverity;
}

/** A lost connection and firing alerts, shown on every page, and the page's own title or status. */
const said: { connection: Said; alerts: Said; page: Said } = {
  connection: { text: '', severity: 'quiet' },
  alerts: { text: '', severity: 'quiet' },
  page: { text: '', severity: 'quiet' },
};

/** Shows the page's title or most important finding in the browser tab. */
export function showPageInTab(text: string, severity: TabSeverity = 'quiet'): void {
  said.page = { text, severity };
  show();
}

/** Shows in the browser tab that alerts are firing, whatever the page; an empty text removes it. */
export function showAlertsInTab(text: string, severity: TabSeverity): void {
  said.alerts = { text, severity };
  show();
}

/** Shows in the browser tab that the server is away, whatever the page; an empty text removes it. */
export function showConnectionInTab(text: string): void {
  said.connection = { text, severity: text ? 'WARNING' : 'quiet' };
  show();
}

/** Sets the title, e.g. `2 alertas · Conta · Vigia`, and the icon of the highest severity. */
function show(): void {
  const all = [said.connection, said.alerts, said.page];
  document.title = [...all.map(({ text }) => text), 'Vigia'].filter(Boolean).join(' · ');
  const worst = Math.max(...all.map(({ severity }) => severities.indexOf(severity)));
  document.querySelector('link[rel="icon"]')?.setAttribute('href', `/static/${icons[worst]}.svg`);
}
