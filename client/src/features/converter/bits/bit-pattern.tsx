/** Bits grouped into nibbles only visually, so that screen readers read them as one number. */
export function BitPattern({ bits, signed = false }: { bits: string; signed?: boolean }) {
  const nibbles = bits.match(/.{1,4}(?=(.{4})*$)/g) ?? [];
  return (
    <span className="bit-pattern">
      {nibbles.map((nibble, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a nibble is identified by its position only
        <span key={index}>
          {signed && index === 0 ? (
            <>
              <b className="sign-bit">{nibble[0]}</b>
              {nibble.slice(1)}
            </>
          ) : (
            nibble
          )}
        </span>
      ))}
    </span>
  );
}
