/** What the figures of the machine say. */
export const machineMessages = {
  machine: { pt: 'Sua máquina em bits', en: 'Your machine in bits' },
  machineAbout: {
    pt: 'O que o servidor mede agora, como números inteiros.',
    en: 'What the server measures now, as whole numbers.',
  },
  machineWaiting: { pt: 'À espera da primeira medida…', en: 'Waiting for the first measurement…' },
  open: { pt: 'Abrir no conversor', en: 'Open in the converter' },
  openLabel: { pt: 'Abrir no conversor: {name}, {value}', en: 'Open in the converter: {name}, {value}' },
  opened: { pt: 'Aberto no conversor: {value}.', en: 'Opened in the converter: {value}.' },
  ramUsed: { pt: 'Memória em uso', en: 'Memory in use' },
  uptime: { pt: 'Tempo ligada', en: 'Time since start' },
  diskUsed: { pt: 'Disco em uso', en: 'Disk in use' },
  cpu: { pt: 'Processador', en: 'Processor' },
  instant: { pt: 'Instante da medida', en: 'Moment of the measurement' },
  bytes: { pt: 'bytes', en: 'bytes' },
  blocks: { pt: 'blocos de 4.096 bytes', en: 'blocks of 4,096 bytes' },
  seconds: { pt: 'segundos', en: 'seconds' },
  tenthsOfPercent: { pt: 'décimos de 1 %', en: 'tenths of 1 %' },
  milliseconds: { pt: 'milissegundos desde 1970', en: 'milliseconds since 1970' },
};
