/** What the dashboard says. */
export const monitoringMessages = {
  title: { pt: 'Monitoramento', en: 'Monitoring' },
  lead: {
    pt: 'O computador que serve estas páginas, medido a cada poucos segundos.',
    en: 'The computer that serves these pages, measured every few seconds.',
  },
  cpu: { pt: 'Processador', en: 'Processor' },
  ram: { pt: 'Memória', en: 'Memory' },
  disk: { pt: 'Disco', en: 'Disk' },
  cpuDetail: { pt: 'CPU, média desde a amostra anterior', en: 'CPU, average since the last sample' },
  used: { pt: '{used} de {total} GB em uso', en: '{used} of {total} GB in use' },
  sampledAt: { pt: 'Amostra das {time}', en: 'Sample of {time}' },
  connecting: { pt: 'Conectando…', en: 'Connecting…' },
  live: { pt: 'Ao vivo', en: 'Live' },
  asking: {
    pt: 'Conexão ao vivo bloqueada: perguntando ao servidor a cada 5 s.',
    en: 'The live connection is blocked: asking the server every 5 s.',
  },
  offline: { pt: 'Sem conexão.', en: 'No connection.' },
  retryingIn: { pt: 'Tentando de novo em {seconds} s.', en: 'Trying again in {seconds} s.' },
  retryingNow: { pt: 'Tentando de novo agora.', en: 'Trying again now.' },
};
