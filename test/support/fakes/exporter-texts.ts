/** Figures of a machine with two processors, as node_exporter tells them at one moment. */
export interface NodeMoment {
  /** Seconds that each processor was busy and idle since the boot. */
  readonly busy: number;
  readonly idle: number;
  readonly received?: number;
  readonly sent?: number;
  readonly read?: number;
  readonly written?: number;
  readonly waiting?: number;
  readonly bootSeconds?: number;
  readonly nowSeconds?: number;
}

/** Writes what node_exporter 1.9 tells of a machine with Debian, a card, a bridge of containers and two disks. */
export function nodeText(moment: NodeMoment): string {
  const { busy, idle, received = 0, sent = 0, read = 0, written = 0, waiting = 0 } = moment;
  const { bootSeconds = 1_700_000_000, nowSeconds = 1_700_086_400 } = moment;
  const cpus = ['0', '1'].flatMap((cpu) =>
    Object.entries({ user: busy, system: 0, nice: 0, irq: 0, softirq: 0, steal: 0, idle, iowait: 0 }).map(
      ([mode, seconds]) => `node_cpu_seconds_total{cpu="${cpu}",mode="${mode}"} ${seconds}`,
    ),
  );
  return `# HELP node_cpu_seconds_total Seconds the CPUs spent in each mode.
# TYPE node_cpu_seconds_total counter
${cpus.join('\n')}
# TYPE node_memory_MemTotal_bytes gauge
node_memory_MemTotal_bytes 8e+09
node_memory_MemAvailable_bytes 6e+09
node_memory_SwapTotal_bytes 1e+09
node_memory_SwapFree_bytes 7.5e+08
node_load1 0.5
node_load5 0.25
node_load15 0.1
node_filesystem_size_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/"} 1e+11
node_filesystem_free_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/"} 6e+10
node_filesystem_avail_bytes{device="/dev/sda1",fstype="ext4",mountpoint="/"} 4e+10
node_filesystem_readonly{device="/dev/sda1",fstype="ext4",mountpoint="/"} 0
node_filesystem_size_bytes{device="tmpfs",fstype="tmpfs",mountpoint="/run"} 1e+08
node_network_receive_bytes_total{device="eth0"} ${received}
node_network_transmit_bytes_total{device="eth0"} ${sent}
node_network_receive_bytes_total{device="docker0"} 1e+12
node_network_transmit_bytes_total{device="docker0"} 1e+12
node_network_receive_bytes_total{device="lo"} 1e+12
node_network_transmit_bytes_total{device="lo"} 1e+12
node_network_protocol_type{device="eth0"} 1
node_network_protocol_type{device="docker0"} 1
node_network_protocol_type{device="lo"} 772
node_network_address_assign_type{device="eth0"} 0
node_network_address_assign_type{device="docker0"} 3
node_network_address_assign_type{device="lo"} 0
node_disk_read_bytes_total{device="sda"} ${read}
node_disk_written_bytes_total{device="sda"} ${written}
node_disk_read_bytes_total{device="dm-0"} 1e+12
node_disk_written_bytes_total{device="dm-0"} 1e+12
node_pressure_memory_waiting_seconds_total ${waiting}
node_boot_time_seconds ${bootSeconds}
node_time_seconds ${nowSeconds}
node_uname_info{domainname="(none)",machine="x86_64",nodename="web-1",release="6.1.0-18-amd64",sysname="Linux",version="#1"} 1
node_os_info{id="debian",name="Debian GNU/Linux",pretty_name="Debian GNU/Linux 12 (bookworm)",version_id="12"} 1
node_dmi_info{product_name="Standard PC",system_vendor="QEMU"} 1
node_exporter_build_info{goversion="go1.24",version="1.9.1"} 1
go_goroutines 8
`;
}

/** Answer of windows_exporter 0.30 about a machine with two processors and a disk. */
export const WINDOWS_TEXT = `windows_cpu_time_total{core="0,0",mode="idle"} 900
windows_cpu_time_total{core="0,0",mode="user"} 60
windows_cpu_time_total{core="0,0",mode="privileged"} 40
windows_cpu_time_total{core="0,0",mode="interrupt"} 7
windows_cpu_time_total{core="0,0",mode="dpc"} 5
windows_memory_physical_total_bytes 1.6e+10
windows_memory_available_bytes 1.2e+10
windows_pagefile_limit_bytes{file="C:\\\\pagefile.sys"} 2e+09
windows_pagefile_free_bytes{file="C:\\\\pagefile.sys"} 1.5e+09
windows_logical_disk_size_bytes{volume="C:"} 2e+11
windows_logical_disk_free_bytes{volume="C:"} 5e+10
windows_logical_disk_size_bytes{volume="HarddiskVolume1"} 5e+08
windows_logical_disk_free_bytes{volume="HarddiskVolume1"} 1e+06
windows_logical_disk_info{disk="0",filesystem="NTFS",volume="C:"} 1
windows_net_bytes_received_total{nic="Intel(R) Ethernet"} 1000
windows_net_bytes_sent_total{nic="Intel(R) Ethernet"} 2000
windows_net_bytes_received_total{nic="isatap.example"} 5000
windows_system_boot_time_timestamp 1.7e+09
windows_os_info{build_number="20348",product="Microsoft Windows Server 2022 Standard",version="10.0.20348"} 1
windows_os_hostname{domain="",fqdn="win-1",hostname="WIN-1"} 1
windows_exporter_build_info{version="0.30.4"} 1
`;
