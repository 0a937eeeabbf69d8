import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { INSTALLED_CLIENTS } from './installed-clients.js';

const PROGRAMS = join(INSTALLED_CLIENTS, 'node_modules/.bin');
const SCHEMA = resolve('schema.graphql');
const DOCUMENTS = resolve('clients/vigia-client/documents/*.graphql');

/** Options for documents that are texts, as Vigia's client takes them. */
const TEXTS = {
  documentMode: 'string',
  dedupeFragments: true,
  enumType: 'string-literal',
  immutableTypes: true,
  useTypeImports: true,
  scalars: { DateTime: 'string' },
};

/** Type that the generated documents have instead of one from a package. */
const DECORATION = "import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';";
const OWN_DECORATION = "import type { DocumentTypes as DocumentTypeDecoration } from './document.js';";

/**
 * Runs graphql-codegen: its client preset into the folder `preset`, and the typed documents of Vigia's client, whose text
 * is returned.
 */
export function generateDocuments(folder: string): string {
  const generates = {
    [`${folder}/preset/`]: { preset: 'client' },
    [`${folder}/documents.ts`]: { plugins: ['typescript-operations', 'typed-document-node'], config: TEXTS },
  };
  const config = join(folder, 'codegen.json');
  writeFileSync(config, JSON.stringify({ schema: SCHEMA, documents: DOCUMENTS, generates }));
  run('graphql-codegen', ['--config', config]);
  return readFileSync(join(folder, 'documents.ts'), 'utf8').replace(DECORATION, OWN_DECORATION);
}

/** Runs openapi-typescript on a document, and writes `openapi.ts`. */
export function generateFromOpenApi(document: string, folder: string): void {
  const source = join(folder, 'openapi.json');
  writeFileSync(source, document);
  run('openapi-typescript', [source, '--output', join(folder, 'openapi.ts')]);
}

/** Compiles a program that uses what was generated. @throws with the compiler's output if it has faults. */
export function compile(folder: string, program: string): void {
  writeFileSync(join(folder, 'program.ts'), program);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--target', 'es2024'];
  run('tsc', [...options, join(folder, 'program.ts')]);
}

/** Runs a program of the clients' packages. @throws with its output if it fails. */
function run(program: string, args: readonly string[]): void {
  try {
    execFileSync(join(PROGRAMS, program), args, { cwd: INSTALLED_CLIENTS, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} fails:\n${stdout}${stderr}`);
  }
}
