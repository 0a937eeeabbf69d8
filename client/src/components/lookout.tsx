import './lookout.css';

/** Illustration of our lookout tower at dusk. Decorative: text beside it always says what `lit` means. */
export function Lookout({ lit }: { lit: boolean }) {
  return (
    <svg
      className="lookout"
      viewBox="0 0 1200 300"
      preserveAspectRatio="xMaxYMax slice"
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
        <circle cx="690" cy="58" r="1.4" opacity=".5" />
        <circle cx="764" cy="122" r="1" opacity=".35" />
        <circle cx="842" cy="40" r="1.2" opacity=".45" />
        <circle cx="934" cy="92" r="1" opacity=".5" />
        <circle cx="1010" cy="30" r="1.4" opacity=".4" />
        <circle cx="1164" cy="66" r="1.2" opacity=".5" />
        <circle cx="560" cy="96" r="1" opacity=".3" />
        <circle cx="420" cy="44" r="1.2" opacity=".3" />
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
