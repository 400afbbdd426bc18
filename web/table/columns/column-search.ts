/** The columns of a table as stored in the URL: names in display order, separated by commas. */
export interface ColumnSearch {
  columns?: string | undefined;
}

/** The columns that a table shows, which its dialog and the menus of its headers change. */
export interface ColumnChoice<Name extends string = string> {
  /** The table whose columns keep their widths. */
  list: string;
  /** Headings of all available columns, by column name. */
  labels: Readonly<Record<Name, string>>;
  /** Names of the columns shown, in display order. */
  shown: readonly Name[];
  /** Names of the columns shown by default, in display order. */
  defaults: readonly Name[];
  /** Exports have the columns shown; otherwise, they have columns of their own. */
  isExported?: true;
  onChange: (change: ColumnSearch) => void;
}

/** Drops unknown and repeated columns; returns `undefined` if none are left. */
export function readColumns(known: readonly string[], raw: unknown): string | undefined {
  const named = typeof raw === "string" ? raw.split(",") : [];
  const chosen = new Set(named.filter((name) => known.includes(name)));
  return chosen.size > 0 ? [...chosen].join(",") : undefined;
}

/** Returns the change of the URL that shows these columns; it omits the default ones. */
export function chooseColumns(names: readonly string[], defaults: readonly string[]): ColumnSearch {
  const chosen = names.join(",");
  return { columns: chosen === defaults.join(",") ? undefined : chosen };
}
