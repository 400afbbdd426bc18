/** A row of a trade, by what it shares with the other parts of its position. */
export interface TradePart {
  row: number;
  /** The same for all parts: the symbol, the side, and the time and price of the opening. */
  opening: string;
  /** `null` while the part is open. */
  closeTime: number | null;
  /** All cells; a row that is printed twice is not another part. */
  content: string;
}

/**
 * Numbers the rows of positions that were closed in parts, which many platforms print under the same id. The parts are
 * numbered by closing time, so that a later file with further parts gives the earlier ones the same numbers.
 * @param groups the rows that share an id, of each id with several rows
 * @returns the numbers by row, for rows after the first part
 */
export function numberParts(groups: TradePart[][]): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const sharing of groups) {
    const parts = Map.groupBy(
      sharing.filter(({ opening }) => opening === sharing[0]!.opening),
      ({ content }) => content,
    );
    const ordered = [...parts.values()].toSorted(([a], [b]) => closingOf(a!) - closingOf(b!));
    for (const [index, printed] of ordered.entries()) {
      if (index > 0) for (const { row } of printed) numbers.set(row, index + 1);
    }
  }
  return numbers;
}

/** Two open parts have the same order as in the file. */
const closingOf = ({ closeTime }: TradePart) => closeTime ?? Number.MAX_VALUE;
