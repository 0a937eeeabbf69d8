// Asks the service in the same container whether it answers, and ends with 0 if it does.
import { get as getByHttp } from 'node:http';
import { get as getByHttps } from 'node:https';

const { PORT, TLS, TLS_CERT_FILE } = process.env;
const hasTls = TLS === 'auto' || Boolean(TLS_CERT_FILE);
const url = `${hasTls ? 'https' : 'http'}://127.0.0.1:${PORT}/healthz`;
// The certificate is for other names than this address, and nothing secret is asked or sent.
(hasTls ? getByHttps : getByHttp)(url, { rejectUnauthorized: false, agent: false }, (response) => {
  process.exitCode = response.statusCode === 200 ? 0 : 1;
  response.resume();
}).on('error', () => {
  process.exitCode = 1;
});
