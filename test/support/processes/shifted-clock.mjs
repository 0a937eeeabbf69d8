// Preloaded into a process (`node --import`), sets its wall clock off by CLOCK_SHIFT_MS. Time passes as ever.
const SHIFT_MS = Number(process.env.CLOCK_SHIFT_MS);
const TrueDate = Date;
const now = () => TrueDate.now() + SHIFT_MS;

// Not a subclass: its instances would not be taken for dates by who looks at their constructor.
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, fields, newTarget) =>
    Reflect.construct(target, fields.length === 0 ? [now()] : fields, newTarget),
  apply: () => new TrueDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
TrueDate.prototype.constructor = globalThis.Date;
