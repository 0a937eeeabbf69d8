/** What the figures of the machine say. */
export const machineMessages = {
  machine: { pt: 'Sua máquina em bits', en: 'Your machine in bits' },
  machineAbout: {
    pt: 'O que o servidor mede agora, como números inteiros. As medidas chegam arredondadas a centésimos: é isso que se converte, não os bytes exatos.',
    en: 'What the server measures now, as whole numbers. The measures arrive rounded to hundredths: that is what is converted, not the exact bytes.',
  },
  machineWaiting: { pt: 'À espera da primeira medida…', en: 'Waiting for the first measurement…' },
  open: { pt: 'Abrir no conversor', en: 'Open in the converter' },
  openLabel: { pt: 'Abrir no conversor: {name}, {value}', en: 'Open in the converter: {name}, {value}' },
  opened: { pt: 'Aberto no conversor: {value}.', en: 'Opened in the converter: {value}.' },
  ramUsed: { pt: 'Memória em uso', en: 'Memory in use' },
  ramTotal: { pt: 'Memória instalada', en: 'Memory installed' },
  diskUsed: { pt: 'Disco em uso', en: 'Disk in use' },
  cpu: { pt: 'Processador', en: 'Processor' },
  instant: { pt: 'Instante da medida', en: 'Moment of the measurement' },
  hundredthsOfGb: { pt: 'centésimos de GB', en: 'hundredths of a GB' },
  tenthsOfPercent: { pt: 'décimos de 1 %', en: 'tenths of 1 %' },
  milliseconds: { pt: 'milissegundos desde 1970', en: 'milliseconds since 1970' },
};
