import { describe, expect, test } from 'vitest';
import { sharedByTests, startService } from '../support/processes/running-service.js';
import { clientFolder } from './client-folder.js';
import { compile, generateDocuments, generateFromOpenApi } from './generate.js';
import { clientsCanRun } from './installed-clients.js';

const generated = sharedByTests(async (atTheEnd) => {
  const folder = clientFolder(atTheEnd);
  return { folder, documents: generateDocuments(folder) };
});

/** Uses types of both generators, with a fault that TypeScript must find. */
const PROGRAM = `
import type { paths } from './openapi';
import { HostsDocument, type HostsQuery } from './preset/graphql';

type Answer = paths['/sistema/monitoramento/api/v1/metrics']['get']['responses']['200']['content']['application/json'];
export const cpu = (answer: Answer): number | null => answer.data.cpu_percent;
export const names = ({ hosts }: HostsQuery): string[] => hosts.nodes.map(({ name }) => name);
export const kind: string = HostsDocument.kind;
// @ts-expect-error there is no such figure
export const unknown = (answer: Answer): number => answer.data.cpu_percents;
`;

describe.runIf(clientsCanRun)('generators of types', () => {
  test('graphql-codegen makes the typed documents of the client from the schema', async () => {
    const { documents } = await generated();
    // After a change of the schema or the documents: vitest --update.
    await expect(documents).toMatchFileSnapshot('../../clients/vigia-client/src/documents.ts');
  });

  test('graphql-codegen and openapi-typescript make types that a program compiles with', async () => {
    const { folder } = await generated();
    const { baseUrl } = await startService();
    generateFromOpenApi(await (await fetch(`${baseUrl}/api/openapi.json`)).text(), folder);
    compile(folder, PROGRAM);
  });
});
