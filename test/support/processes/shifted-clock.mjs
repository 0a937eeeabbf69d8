// Preload this into a process (`node --import`) to shift its wall clock by CLOCK_SHIFT_MS. Time still passes at the
// normal rate.
const SHIFT_MS = Number(process.env.CLOCK_SHIFT_MS);
const TrueDate = Date;
const now = () => TrueDate.now() + SHIFT_MS;

// Uses a proxy instead of a subclass, since code that checks the constructor would not recognise a subclass's instances
// as dates.
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, fields, newTarget) =>
    Reflect.construct(target, fields.length === 0 ? [now()] : fields, newTarget),
  apply: () => new TrueDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
TrueDate.prototype.constructor = globalThis.Date;
