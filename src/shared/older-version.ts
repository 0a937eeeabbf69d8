/** Whether a version such as `0.3.1` is older than another one. Texts that are no versions are not. */
export function isOlderVersion(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number));
  if (!one || !other) return false;
  const place = one.findIndex((part, index) => part !== other[index]);
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0);
}
