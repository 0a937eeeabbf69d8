export type { TokenPair } from './credentials.js';
export type { Document, DocumentTypes, VariablesOf } from './document.js';
export * from './documents.js';
export { VigiaClient, type VigiaClientOptions } from './vigia-client.js';
export { type ResponseError, VigiaError } from './vigia-error.js';
