// Preloaded into a service (`node --import`): what it does every hour, it does when it gets SIGUSR2, too.
const HOUR_MS = 3_600_000;
const { setInterval: trueSetInterval } = globalThis;
const hourly = [];

globalThis.setInterval = (task, ms, ...values) => {
  if (ms === HOUR_MS) hourly.push(task);
  return trueSetInterval(task, ms, ...values);
};
process.on('SIGUSR2', () => {
  for (const task of hourly) task();
});
