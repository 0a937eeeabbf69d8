import type { RequestListener } from 'node:http';
import { AllowedHosts } from '../security/allowed-hosts.js';

interface PlainHttpDeps {
  readonly publicUrl: string;
  readonly allowedHosts: readonly string[];
}

const REDIRECT = 307;
const REFUSED = 400;

/**
 * Answers requests without TLS at the port of a service that speaks TLS: leads pages to https, and refuses everything
 * that may carry a credential.
 */
export function answerPlainHttp({ publicUrl, ...deps }: PlainHttpDeps): RequestListener {
  const allowedHosts = new AllowedHosts({ publicUrl, ...deps });
  return (request, response) => {
    const { method, headers, url } = request;
    const isPage = (method === 'GET' || method === 'HEAD') && !headers.authorization && !headers.upgrade;
    // Another host than the service's own would make this a redirect to anywhere.
    const base = allowedHosts.acceptsRequest(request) ? `https://${headers.host}` : publicUrl;
    const location = url?.startsWith('/') ? `${base}${url}` : base;
    response.writeHead(isPage ? REDIRECT : REFUSED, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(isPage && { Location: location }),
    });
    response.end(`This port speaks https: use ${base}\n`);
  };
}
