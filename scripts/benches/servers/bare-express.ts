/** Baseline of the REST bench: Express with one route, whose response is as long as the conversion's. */
import type { AddressInfo } from 'node:net';
import express from 'express';

const results: Record<string, string> = {};
const app = express();
app.get('/convert', (request, response) => {
  const length = String(request.query.length);
  results[length] ??= '1'.repeat(Number(length));
  response.json({ result: results[length] });
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
