/** The columns of a table as stored in the URL: names in display order, separated by commas. */
export interface ColumnSearch {
  columns?: string | undefined;
}

/** Drops unknown and repeated columns; returns `undefined` if none are left. */
export function readColumns(known: readonly string[], raw: unknown): string | undefined {
  const named = typeof raw === "string" ? raw.split(",") : [];
  const chosen = new Set(named.filter((name) => known.includes(name)));
  return chosen.size > 0 ? [...chosen].join(",") : undefined;
}

/** Returns the names of the columns to show. */
export function shownColumns<Name extends string>(
  known: readonly Name[],
  chosen: string | undefined,
  defaults: readonly Name[],
): readonly Name[] {
  if (chosen === undefined) return defaults;
  return chosen.split(",").flatMap((name) => known.find((one) => one === name) ?? []);
}
