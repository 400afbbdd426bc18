const units = [
  { name: "d", seconds: 86_400 },
  { name: "h", seconds: 3600 },
  { name: "min", seconds: 60 },
  { name: "s", seconds: 1 },
] as const;

/** Formats a duration in its two largest units: `2 d 4 h`, `45 min`, `0 s`. */
export function formatDuration(seconds: number): string {
  const first = units.findIndex((unit) => seconds >= unit.seconds);
  if (first < 0) return "0 s";
  const [large, small] = [units[first]!, units[first + 1]];
  const count = Math.floor(seconds / large.seconds);
  const rest = small ? Math.floor((seconds % large.seconds) / small.seconds) : 0;
  return rest === 0 ? `${count} ${large.name}` : `${count} ${large.name} ${rest} ${small!.name}`;
}

/** Formats how long something has been waiting: `3 d 4 h`. Seconds say nothing about a queue. */
export function formatAge(since: Date, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since.getTime()) / 60_000));
  return minutes === 0 ? "New" : formatDuration(minutes * 60);
}
