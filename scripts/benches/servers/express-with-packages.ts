/**
 * Baseline of the start bench: Express and, if WITH_PACKAGES is set, the dependencies in the service's package.json.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';

const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Packages whose root cannot be imported, with the entry point that the service uses. */
const ENTRIES: Readonly<Record<string, string>> = {
  '@mikro-orm/decorators': '@mikro-orm/decorators/legacy',
};

if (process.env.WITH_PACKAGES) {
  await import('reflect-metadata');
  for (const name of Object.keys(dependencies)) await import(ENTRIES[name] ?? name);
}
const app = express();
app.get('/', (_request, response) => void response.json({}));
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
