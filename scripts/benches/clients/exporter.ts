/** An exporter for the hosts bench: a process that answers each address with the same text, with live counters. */
import { createServer } from 'node:http';

/** A text of node_exporter, sent to this process before anything else. */
export interface ExporterOrder {
  readonly text: string;
}

process.once('message', ({ text }: ExporterOrder) => {
  const begunMs = Date.now();
  const server = createServer((_request, response) => {
    const seconds = (Date.now() - begunMs) / 1000;
    // The counters of processors and networks grow as on a machine that is half busy.
    const live = text.replace(
      /^(node_cpu_seconds_total|node_network_receive_bytes_total)(\{.+\}) (\S+)$/gm,
      (...found) => {
        const [, name, labels, value] = found as unknown as string[];
        return `${name}${labels} ${Number(value) + seconds / 2}`;
      },
    );
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(live);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
