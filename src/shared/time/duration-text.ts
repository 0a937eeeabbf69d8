/**
 * Formats a duration: `2 h 5 min`, `9 min 59 s`, `59 s`; the same in every language. From one hour, minutes are rounded
 * up.
 */
export function durationText(seconds: number): string {
  const hasHours = seconds >= 3600;
  const minutes = hasHours ? Math.ceil(seconds / 60) : Math.floor(seconds / 60);
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'min'],
    [hasHours ? 0 : seconds % 60, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
}
