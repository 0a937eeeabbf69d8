import type { Logger } from '../../shared/logger.js';
import type { Clock, Stop } from '../../shared/time/clock.js';
import type { TlsCertificate } from './tls-certificate.js';

/** Interval for looking whether the files have changed, or the own certificate is due. */
const LOOK_MS = 60_000;

interface ServedCertificateDeps {
  /** Reads the files, or renews the own certificate. */
  readonly load: () => Promise<TlsCertificate>;
  readonly clock: Pick<Clock, 'every' | 'now'>;
  readonly logger: Logger;
}

/** The certificate that the service presents at present. */
export class ServedCertificate {
  #current: TlsCertificate;
  #failure: string | undefined;

  private constructor(
    first: TlsCertificate,
    private readonly deps: ServedCertificateDeps,
  ) {
    this.#current = first;
    this.#warnIfEnded();
  }

  /** @throws what `load` throws. */
  static async open(deps: ServedCertificateDeps): Promise<ServedCertificate> {
    return new ServedCertificate(await deps.load(), deps);
  }

  get current(): TlsCertificate {
    return this.#current;
  }

  /** Calls back with each new certificate. One that cannot be used is logged, and the present one stays. */
  watch(onChange: (certificate: TlsCertificate) => void): Stop {
    return this.deps.clock.every(LOOK_MS, () => void this.look(onChange));
  }

  /** Looks once, outside the interval of {@link watch}. */
  async look(onChange: (certificate: TlsCertificate) => void): Promise<void> {
    const { load, logger } = this.deps;
    try {
      const loaded = await load();
      this.#failure = undefined;
      if (loaded.cert === this.#current.cert && loaded.key === this.#current.key) return;
      const { pin, validTo } = loaded;
      onChange(loaded);
      const isSameKey = pin === this.#current.pin;
      this.#current = loaded;
      logger.log('info', `The certificate was renewed, ${isSameKey ? 'for the same key' : 'with another key'}`, {
        pin,
        validTo: validTo.toISOString(),
      });
      this.#warnIfEnded();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // The files may be replaced one after the other, and a broken one may stay for days.
      if (message !== this.#failure)
        logger.log('warn', `The new certificate cannot be used, and the present one stays: ${message}`);
      this.#failure = message;
    }
  }

  #warnIfEnded(): void {
    const { validTo } = this.#current;
    if (validTo > this.deps.clock.now()) return;
    this.deps.logger.log('warn', 'The certificate has expired: clients refuse it until it is renewed', {
      validTo: validTo.toISOString(),
    });
  }
}
