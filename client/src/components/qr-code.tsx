import './qr-code.css';
import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  /** Description for screen readers. */
  label: string;
}

/** Renders text as a QR code, dark on light in both themes because cameras expect that. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={dots.join('')} />
    </svg>
  );
}
