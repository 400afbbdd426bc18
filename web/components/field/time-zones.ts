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
