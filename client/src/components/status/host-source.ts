import type { MessageKey } from '../../lib/i18n/t';

type HostSource = 'OWN' | 'AGENT' | 'NODE_EXPORTER' | 'OTLP';

/** Names of what measures a host. */
export const hostSourceWords = {
  OWN: 'ui.hostSource.own',
  AGENT: 'ui.hostSource.agent',
  NODE_EXPORTER: 'ui.hostSource.exporter',
  OTLP: 'ui.hostSource.otlp',
} as const satisfies Record<HostSource, MessageKey>;
