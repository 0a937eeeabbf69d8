import type { Text } from '../../shared/text.js';
import type { HostSource } from '../host/host-metrics.js';
import { DAY, decimal, duration, HOUR, lasting } from './spelled-figures.js';

/** What is said of the host. Times of day are left out: where the reader is, only the page knows. */
export const findingTexts = {
  cpuHigh: (percent: number, minutes: number): Text => ({
    pt: `CPU acima de ${percent} % há ${lasting(minutes, 'pt')}.`,
    en: `CPU over ${percent} % for ${lasting(minutes, 'en')}.`,
  }),
  loadHigh: (cores: number, minutes: number): Text => ({
    pt: `Mais programas querem executar do que há processadores (${cores}), há ${lasting(minutes, 'pt')}.`,
    en: `More programs want to run than there are processors (${cores}), for ${lasting(minutes, 'en')}.`,
  }),
  ramHigh: (percent: number, minutes: number): Text => ({
    pt: `Memória acima de ${percent} % há ${lasting(minutes, 'pt')}.`,
    en: `Memory over ${percent} % for ${lasting(minutes, 'en')}.`,
  }),
  ramRising: (pointsAnHour: number, hoursToFull: number): Text => ({
    pt: `Memória subindo ${decimal(pointsAnHour, 'pt')} % por hora: cheia em cerca de ${duration(hoursToFull * HOUR, 'pt')} neste ritmo.`,
    en: `Memory rising ${decimal(pointsAnHour, 'en')} % an hour: full in about ${duration(hoursToFull * HOUR, 'en')} at this rate.`,
  }),
  swapHigh: (percent: number): Text => ({
    pt: `${decimal(percent, 'pt')} % da área de troca (swap) em uso: falta memória.`,
    en: `${decimal(percent, 'en')} % of swap in use: memory is short.`,
  }),
  diskNearlyFull: (percent: number, freeGb: number): Text => ({
    pt: `Disco ${decimal(percent, 'pt')} % cheio: restam ${decimal(freeGb, 'pt')} GB.`,
    en: `Disk ${decimal(percent, 'en')} % full: ${decimal(freeGb, 'en')} GB are left.`,
  }),
  fileSystemNearlyFull: (path: string, percent: number): Text => ({
    pt: `${path} está ${decimal(percent, 'pt')} % cheio.`,
    en: `${path} is ${decimal(percent, 'en')} % full.`,
  }),
  diskFilling: (days: number): Text => ({
    pt: `Disco cheio em cerca de ${duration(days * DAY, 'pt')} neste ritmo.`,
    en: `Disk full in about ${duration(days * DAY, 'en')} at this rate.`,
  }),
  notAnswering: (names: readonly Text[]): Text => ({
    pt: `Sem resposta: ${names.map(({ pt }) => pt).join(', ')}. Os últimos números ficam.`,
    en: `Not answering: ${names.map(({ en }) => en).join(', ')}. The last figures stand.`,
  }),
  notMeasured: (lengthMs: number, endedMsAgo: number): Text => ({
    pt: `Nada foi medido durante ${duration(lengthMs, 'pt')}, até ${duration(endedMsAgo, 'pt')} atrás.`,
    en: `Nothing was measured for ${duration(lengthMs, 'en')}, until ${duration(endedMsAgo, 'en')} ago.`,
  }),
  tooEarly: {
    pt: 'A medição acaba de começar: tendências aparecem depois de alguns minutos.',
    en: 'Measuring has just begun: trends appear after some minutes.',
  },
  quiet: ({ average, most, ram }: { average: number; most: number; ram: number }): Text => ({
    pt: `Nada fora do comum na última hora: CPU em ${decimal(average, 'pt')} % na média e ${decimal(most, 'pt')} % no máximo, memória em ${decimal(ram, 'pt')} %.`,
    en: `Nothing unusual in the last hour: CPU ${decimal(average, 'en')} % on average and ${decimal(most, 'en')} % at most, memory ${decimal(ram, 'en')} %.`,
  }),
  /** What may fail to answer. */
  sources: {
    cpu: { pt: 'processador', en: 'processor' },
    temperature: { pt: 'temperatura', en: 'temperature' },
    memory: { pt: 'memória', en: 'memory' },
    disk: { pt: 'disco', en: 'disk' },
    network: { pt: 'rede', en: 'network' },
    diskActivity: { pt: 'atividade do disco', en: 'disk activity' },
    fileSystems: { pt: 'sistemas de arquivos', en: 'file systems' },
    limits: { pt: 'limites', en: 'limits' },
  } satisfies Record<HostSource, Text>,
};
