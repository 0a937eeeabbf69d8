import { receiveStatistics, transmitStatistics } from '../../exposition/network-families.js';
import type { Collect } from './collector.js';

/** Adds the traffic of each network device. */
export const collectTraffic: Collect = (files, series) => {
  for (const [, device = '', numbers = ''] of files.read('/proc/net/dev').matchAll(/^ *([^\s:]+):(.+)$/gm)) {
    const counts = numbers.trim().split(/ +/).map(Number);
    receiveStatistics.forEach((name, at) => {
      series.add(`node_network_receive_${name}_total`, counts[at] ?? Number.NaN, device);
    });
    transmitStatistics.forEach((name, at) => {
      series.add(`node_network_transmit_${name}_total`, counts[receiveStatistics.length + at] ?? Number.NaN, device);
    });
  }
};
