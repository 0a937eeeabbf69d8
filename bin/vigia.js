#!/usr/bin/env node
// Libraries read NODE_ENV while they are loaded.
process.env.NODE_ENV ||= 'production';
await import('../dist/main.js');
