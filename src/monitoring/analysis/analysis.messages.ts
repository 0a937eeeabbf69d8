import type { Text } from '../../shared/text.js';

export const analysisMessages = {
  unavailable: {
    pt: 'A análise por inteligência artificial não está disponível no momento.',
    en: 'The analysis by artificial intelligence is not available at the moment.',
  },
  /** For the REST address, whose text is HTML then and only then (contract 4). */
  unavailableFragment: {
    pt: '<p>A análise por inteligência artificial não está disponível no momento.</p>',
    en: '<p>The analysis by artificial intelligence is not available at the moment.</p>',
  },
} satisfies Record<string, Text>;

/** What the provider reads. Beside it the prompt holds numbers and nothing else (promise 28). */
export const promptMessages = {
  task: {
    pt: 'Você explica as medidas de um computador a quem cuida dele. Use somente os números abaixo. Responda em português do Brasil, em texto simples, sem Markdown nem HTML, com no máximo 150 palavras: primeiro, em uma frase, como o computador está; depois, o que chama a atenção e por quê; por fim, o que convém fazer ou observar, se houver algo. Não cumprimente e não cite medidas que não estejam aqui.',
    en: 'You explain the measures of a computer to whoever looks after it. Use only the numbers below. Answer in English, in plain text, without Markdown or HTML, in at most 150 words: first, in one sentence, how the computer is doing; then what stands out and why; last, what to do or to watch, if there is anything. Do not greet, and name no measure that is not here.',
  },
  now: { pt: 'Agora:', en: 'Now:' },
  lastHour: {
    pt: 'Na última hora (mínimo / média / máximo):',
    en: 'In the last hour (minimum / average / maximum):',
  },
  noLastHour: {
    pt: 'Da última hora ainda não há medidas guardadas.',
    en: 'Of the last hour no measures are kept yet.',
  },
  of: { pt: 'de', en: 'of' },
  measures: {
    cpu: { pt: 'Processador', en: 'Processor' },
    cpuTemperature: { pt: 'Temperatura do processador', en: 'Processor temperature' },
    ram: { pt: 'Memória', en: 'Memory' },
    swap: { pt: 'Memória de troca', en: 'Swap' },
    load: { pt: 'Carga (processos prontos)', en: 'Load (processes ready to run)' },
    disk: { pt: 'Disco', en: 'Disk' },
    networkReceived: { pt: 'Rede, recebido', en: 'Network, received' },
    networkSent: { pt: 'Rede, enviado', en: 'Network, sent' },
    diskRead: { pt: 'Disco, lido', en: 'Disk, read' },
    diskWritten: { pt: 'Disco, gravado', en: 'Disk, written' },
  },
} satisfies Record<string, Text | Record<string, Text>>;
