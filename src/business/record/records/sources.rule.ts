/** The source of a record as it is stored: a row of a statement, or a token and a time. */
export interface SourceRow {
  statementId: number | null;
  row: number | null;
  tokenId: number | null;
  receivedAt: string | null;
}

/** A source of a trade, as JSON. */
export type StoredSource =
  | { kind: "statement"; id: number; row: number }
  | { kind: "feed"; tokenId: number; receivedAt: string };

/** Returns one entry per statement, with the row of its first deal, and one per token, with its first time. */
export function mergeSources(rows: SourceRow[]): StoredSource[] {
  const statements = new Map<number, number>();
  const tokens = new Map<number, string>();
  for (const { statementId, row, tokenId, receivedAt } of rows) {
    if (statementId !== null && row !== null) {
      statements.set(statementId, Math.min(statements.get(statementId) ?? row, row));
    }
    if (tokenId !== null && receivedAt !== null) {
      const time = new Date(receivedAt).toISOString();
      const first = tokens.get(tokenId);
      tokens.set(tokenId, first !== undefined && first < time ? first : time);
    }
  }
  return [
    ...[...statements]
      .toSorted(([a], [b]) => a - b)
      .map(([id, row]) => ({ kind: "statement" as const, id, row })),
    ...[...tokens]
      .toSorted(([a], [b]) => a - b)
      .map(([tokenId, receivedAt]) => ({ kind: "feed" as const, tokenId, receivedAt })),
  ];
}

/** The tables of records that have a ticket, which several sources may report. */
export const bookedTables = ["deals", "operations"] as const;
export type BookedTable = (typeof bookedTables)[number];

/** The columns of a record that are its content. Records of one ticket with the same content confirm each other. */
export const contentColumns = {
  deals: [
    "position",
    "time",
    "entry",
    "symbol",
    "side",
    "volume",
    "price",
    "profit",
    "commission",
    "swap",
    "fee",
  ],
  operations: ["time", "kind", "amount"],
} as const satisfies Record<BookedTable, readonly string[]>;

type Content<Table extends BookedTable> = Record<(typeof contentColumns)[Table][number], unknown>;

/**
 * Whether two records, whose amounts are either all cents or all decimal text, have the same content; `0.5` and `0.50`
 * are the same volume. In SQL, `contentOf` compares them.
 */
export function hasSameContent<Table extends BookedTable>(
  table: Table,
  a: Content<Table>,
  b: Content<Table>,
): boolean {
  const names: readonly (keyof Content<Table>)[] = contentColumns[table];
  return names.every((name) => {
    const [one, other] = [a[name], b[name]];
    if (name !== "volume" && name !== "price") return one === other;
    return isSameNumber(String(one), String(other));
  });
}

/** Compares decimal text, ignoring trailing zeros of the fraction. */
function isSameNumber(a: string, b: string): boolean {
  return a === b || withoutZeros(a) === withoutZeros(b);
}

function withoutZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
