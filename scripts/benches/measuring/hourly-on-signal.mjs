// Preloaded into a service (`node --import`) to make it run hourly jobs on SIGUSR2 as well.
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
