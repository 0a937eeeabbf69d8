/** Our own icons: stroked paths on a 24-unit grid. */
const DRAWINGS = {
  home: 'M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10M10.5 19.5v-5h3v5',
  monitoring: 'M3 12.5h4l2.5-7 4.5 13 2.5-6H21',
  converter:
    'M6.5 6v4.5M4.5 10.5h4M14 8.25a2.25 2.25 0 1 0 4.5 0a2.25 2.25 0 1 0-4.5 0M5 16.75a2.25 2.25 0 1 0 4.5 0a2.25 2.25 0 1 0-4.5 0M16.5 14.5V19M14.5 19h4',
  alerts: 'M6 17.500V11a6 6 0 0 1 12 0v6.500M4 17.500h16M10 17.500a2 2 0 0 0 4 0M12 5V3.500',
  terms: 'M6.5 3.5h8l3.5 3.5v13.5H6.500zM14 3.500V7.500h4M9.5 12h5.500M9.5 16h5.5',
  account: 'M8 8.500a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 20c1-3.8 3.9-5.5 7.5-5.500s6.5 1.7 7.5 5.5',
  administration: 'M12 3.5 5 6v5.500c0 4.2 2.8 7.3 7 9 4.2-1.7 7-4.8 7-9V6zM9 12l2.2 2.200L15.2 10',
  playground: 'M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5M13.5 5l-3 14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  light:
    'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  dark: 'M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z',
  auto: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 4v16M12 7.500h3.500M12 12h8M12 16.500h3.5',
  browser: 'M3.5 5.500h17v13h-17zM3.5 9.500h17M6.5 7.500h.01M9 7.500h.01',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
} as const;

export type IconName = keyof typeof DRAWINGS;

/** All icon names, for the gallery. */
export const iconNames = Object.keys(DRAWINGS) as IconName[];

/** An icon beside text with the same meaning, so it is hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
