// Preload this into a process (`node --import`): its wall clock and its uptime run CLOCK_SPEED times as fast, so that
// minutes take seconds. Timers run at normal speed. CLOCK_SHIFT_MS shifts the clock as in `shifted-clock.mjs`.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

const SPEED = Number(process.env.CLOCK_SPEED);
const SHIFT_MS = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const TrueDate = Date;
const trueUptime = os.uptime;
const beganMs = TrueDate.now();
const beganUptime = trueUptime();
const now = () => Math.floor(beganMs + (TrueDate.now() - beganMs) * SPEED) + SHIFT_MS;

os.uptime = () => beganUptime + (trueUptime() - beganUptime) * SPEED;
syncBuiltinESMExports();
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, fields, newTarget) =>
    Reflect.construct(target, fields.length === 0 ? [now()] : fields, newTarget),
  apply: () => new TrueDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
TrueDate.prototype.constructor = globalThis.Date;
