/** How much what the tab says asks for attention, from the least. */
const severities = ['quiet', 'WARNING', 'BAD'] as const;

/** One of {@link severities}. */
export type TabSeverity = (typeof severities)[number];

/** The icon of the page, which `layout.eta` links, and those of its states, by the rank of the severity. */
const icons = ['favicon', 'favicon-warning', 'favicon-bad'];

interface Said {
  readonly text: string;
  readonly severity: TabSeverity;
}

/** The alerts that fire, on every page, and what the page itself is or says. */
const said: { alerts: Said; page: Said } = {
  alerts: { text: '', severity: 'quiet' },
  page: { text: '', severity: 'quiet' },
};

/** Shows in the browser's tab what a page is, or what stands out on it. */
export function showPageInTab(text: string, severity: TabSeverity = 'quiet'): void {
  said.page = { text, severity };
  show();
}

/** Shows in the browser's tab that alerts fire, whatever the page; nothing with an empty text. */
export function showAlertsInTab(text: string, severity: TabSeverity): void {
  said.alerts = { text, severity };
  show();
}

/** `2 alertas · Conta · Vigia`, and the icon of what is most severe. */
function show(): void {
  const { alerts, page } = said;
  document.title = [alerts.text, page.text, 'Vigia'].filter(Boolean).join(' · ');
  const worst = Math.max(severities.indexOf(alerts.severity), severities.indexOf(page.severity));
  document.querySelector('link[rel="icon"]')?.setAttribute('href', `/static/${icons[worst]}.svg`);
}
