import type { NodeFamily } from './node-family.js';

const NETSTAT_FIELDS = [
  '[A-Za-z0-9]{1,20}_(?:InErrors|InErrs)',
  'Ip_Forwarding|Ip(?:6|Ext)_(?:In|Out)Octets',
  'Icmp6?_(?:In|Out)Msgs',
  'TcpExt_(?:(?:Listen|Syncookies)[A-Za-z0-9]{1,30}|TCPSynRetrans|TCPTimeouts|TCPOFOQueue|TCPRcvQDrop)',
  'Tcp_(?:ActiveOpens|InSegs|OutSegs|OutRsts|PassiveOpens|RetransSegs|CurrEstab)',
  'Udp6?_(?:InDatagrams|OutDatagrams|NoPorts|RcvbufErrors|SndbufErrors)',
];

const SENSOR_QUANTITIES: Readonly<Record<string, string>> = {
  in: 'voltage',
  cpu: 'voltage',
  temp: 'temperature',
  curr: 'current',
  energy: 'joules used so far',
  power: 'power usage in watts',
  fan: 'fan revolutions per minute',
};

/**
 * Families named after fields of kernel files, which differ from kernel to kernel. Each pattern bounds the length of
 * what follows; of `netstat` and `vmstat` they are the fields that node_exporter chooses by default.
 */
const openFamilies: readonly (Pick<NodeFamily, 'type' | 'labels'> & {
  readonly name: RegExp;
  readonly help: (field: string) => string;
})[] = [
  {
    name: /^node_memory_(?<field>[A-Za-z][A-Za-z0-9_]{0,47})$/,
    type: 'gauge',
    labels: [],
    help: (field) => `Memory information field ${field}.`,
  },
  {
    name: /^node_vmstat_(?<field>(?:oom_kill|pgpg|pswp|pg[a-z_]{0,20}fault)[a-z0-9_]{0,30})$/,
    type: 'untyped',
    labels: [],
    help: (field) => `/proc/vmstat information field ${field}.`,
  },
  {
    name: new RegExp(`^node_netstat_(?<field>${NETSTAT_FIELDS.join('|')})$`),
    type: 'untyped',
    labels: [],
    help: (field) => `Statistic ${field.replace('_', '')}.`,
  },
  {
    name: /^node_sockstat_(?<field>sockets_used|[A-Z0-9]{1,12}_(?:inuse|orphan|tw|alloc|mem|memory|mem_bytes))$/,
    type: 'gauge',
    labels: [],
    help: (field) => {
      const [protocol, state] = field.split(/_(.*)/);
      return field === 'sockets_used'
        ? 'Number of IPv4 sockets in use.'
        : `Number of ${protocol} sockets in state ${state}.`;
    },
  },
  {
    name: /^node_hwmon_(?<field>energy(?:_[a-z][a-z0-9_]{0,30})?_joule_total)$/,
    type: 'counter',
    labels: ['chip', 'sensor'],
    help: describeSensor,
  },
  {
    name: /^node_hwmon_(?<field>(?:in|cpu|fan|pwm|temp|curr|power|energy|humidity|intrusion|freq)(?:_[a-z][a-z0-9_]{0,40})?)$/,
    type: 'gauge',
    labels: ['chip', 'sensor'],
    help: describeSensor,
  },
];

/** Describes a family of sensors, which is named by kind, element and unit, such as `temp_max_celsius`. */
function describeSensor(field: string): string {
  const [, kind = '', rest = ''] = /^([a-z]+)(?:_(.*))?$/.exec(field) ?? [];
  const element = rest.replace(/_?(volts|celsius|amps|joule_total|watt|rpm|seconds)$/, '') || 'input';
  if (element === 'alarm' || element === 'fault') return `Hardware sensor ${element} status (${kind})`;
  const quantity = SENSOR_QUANTITIES[kind];
  return quantity === undefined
    ? `Hardware monitor ${kind} element ${element}`
    : `Hardware monitor for ${quantity} (${element})`;
}

/** Returns the definition of a family that is named after a field of a kernel file; undefined for any other name. */
export function findOpenFamily(name: string): NodeFamily | undefined {
  for (const { name: pattern, help, ...rest } of openFamilies) {
    const field = pattern.exec(name)?.groups?.field;
    if (field !== undefined) return { ...rest, name, help: help(field) };
  }
  return undefined;
}
