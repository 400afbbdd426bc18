const STORED = "statementTimeZone";
const DEFAULT = "UTC";

/** All time zones supported by the browser, `UTC` first. */
export const timeZones: readonly string[] = [
  DEFAULT,
  ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== DEFAULT),
];

/** Matches inputs such as `new york`, `athens` and `america/new_york`. */
export function matchesZone(zone: string, typed: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[_/\s]+/g, " ");
  return plain(zone).includes(plain(typed).trim());
}

/** Returns an offset such as `GMT+2`, which changes with daylight saving time. */
export function offsetOf(zone: string, at: Date): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "shortOffset" });
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** Returns the time zone of the last import in this browser. */
export function lastTimeZone(): string {
  const stored = localStorage.getItem(STORED);
  return stored !== null && timeZones.includes(stored) ? stored : DEFAULT;
}

export function rememberTimeZone(zone: string): void {
  localStorage.setItem(STORED, zone);
}
