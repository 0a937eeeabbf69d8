const OLDEST_NODE = [22, 18] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(
    `Vigia needs Node.js ${OLDEST_NODE.join('.')} or newer and this is ${process.versions.node}: update Node.js. In a clone, "npm start" brings its own.`,
  );
  process.exitCode = 1;
} else {
  await import('./cli/cli.js');
}
