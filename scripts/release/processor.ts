/** A processor as Node.js names it. */
export type Processor = 'x64' | 'arm64';
