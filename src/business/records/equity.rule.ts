/** Balance and equity at one instant; equity is `null` if it was not observed. Cents. */
export interface EquityPoint {
  time: number;
  balance: bigint;
  equity: bigint | null;
}

/**
 * Thins a curve to at most `limit` points, so that every low and high stays: the time is cut into equal
 * parts, and of each part the points with the lowest and highest balance and equity remain.
 * @param points in the order of time
 * @param limit at least 8
 */
export function thin(points: EquityPoint[], limit: number): EquityPoint[] {
  if (points.length <= limit) return points;
  const first = points[0]!;
  const last = points.at(-1)!;
  // Each part keeps up to four points, and both ends of the curve stay.
  const parts = Math.max(1, Math.floor((limit - 2) / 4));
  const width = (last.time - first.time) / parts || 1;
  const kept = new Set<EquityPoint>([first, last]);
  const byPart = Map.groupBy(points, ({ time }) =>
    Math.min(parts - 1, Math.floor((time - first.time) / width)),
  );
  for (const part of byPart.values()) for (const point of extremes(part)) kept.add(point);
  return points.filter((point) => kept.has(point));
}

function extremes(points: EquityPoint[]): EquityPoint[] {
  const observed = points.filter(({ equity }) => equity !== null);
  const lowest = (of: EquityPoint[], pick: (point: EquityPoint) => bigint) =>
    of.length === 0 ? [] : [of.reduce((best, point) => (pick(point) < pick(best) ? point : best))];
  return [
    ...lowest(points, ({ balance }) => balance),
    ...lowest(points, ({ balance }) => -balance),
    ...lowest(observed, ({ equity }) => equity!),
    ...lowest(observed, ({ equity }) => -equity!),
  ];
}
