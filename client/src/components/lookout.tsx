import './lookout.css';

/** Position, radius and opacity of each star. */
const STARS = [
  [690, 58, 1.4, 0.5],
  [764, 122, 1, 0.35],
  [842, 40, 1.2, 0.45],
  [934, 92, 1, 0.5],
  [1010, 30, 1.4, 0.4],
  [1164, 66, 1.2, 0.5],
  [560, 96, 1, 0.3],
  [420, 44, 1.2, 0.3],
] as const;

/** Illustration of our lookout tower at dusk. Decorative: text beside it always says what `lit` means. */
export function Lookout({ lit }: { lit: boolean }) {
  return (
    <svg
      className="lookout"
      viewBox="0 0 1200 300"
      preserveAspectRatio="xMaxYMax meet"
      data-lit={lit || undefined}
      aria-hidden="true"
    >
      <defs>
        <radialGradient id="lookout-glow">
          <stop stopColor="#f2b23a" stopOpacity=".42" />
          <stop offset=".35" stopColor="#f2b23a" stopOpacity=".13" />
          <stop offset="1" stopColor="#f2b23a" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g className="lookout-stars">
        {STARS.map(([x, y, radius, opacity]) => (
          <circle key={x} cx={x} cy={y} r={radius} opacity={opacity} />
        ))}
      </g>
      <path
        className="lookout-hills-far"
        d="M0 252c120-26 236-34 372-16s206 22 330 2 220-44 330-30 130 18 168 10v82H0z"
      />
      <path className="lookout-hills-near" d="M0 274c150-18 300-14 446-4s262-26 400-26 236 20 354 12v44H0z" />
      <circle className="lookout-glow" cx="1078" cy="138" r="150" fill="url(#lookout-glow)" />
      <g className="lookout-tower">
        <path d="M1054 262l8-96h32l8 96z" />
        <path d="M1048 158h60v9h-60z" />
        <path d="M1059 159v-40h38v40z" />
        <path d="M1052 121l26-27 26 27z" />
      </g>
      <path className="lookout-lamp" d="M1070 155v-17a8 8 0 0 1 16 0v17z" />
      <path className="lookout-rock" d="M820 300c60-16 104-40 158-46s128-10 222 10v36z" />
    </svg>
  );
}
