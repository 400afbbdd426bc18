import {
  EVERYTHING,
  percentHundredths,
  percentWords,
} from "../../../src/business/rulebook/kinds/parts/figures.rule.ts";
import type {
  PayoutStatement,
  StatementLine,
} from "../../../src/business/rulebook/statement/statement.schema.ts";
import { formatDecimal, storedCents } from "../../../src/platform/money/money.ts";

/** A line of a statement as a screen shows it. Amounts are cents. */
export interface ShownLine {
  key: string;
  name: string;
  /** Why, for lines about a trade. */
  note: string | null;
  amount: bigint;
  /** What is left after it. */
  rest: bigint;
  code: StatementLine["code"];
}

/** Returns the lines of a statement in words, each with what is left after it. @param share the trader's, in percent */
export function linesInWords(
  { lines }: Pick<PayoutStatement, "lines">,
  share: string | null,
): ShownLine[] {
  let rest = 0n;
  return lines.map((line, index) => {
    const amount = storedCents(line.amount);
    rest += amount;
    const { code } = line;
    const note = code === "deduction" ? causesInWords(line.causes) : null;
    return { key: `${index} ${code}`, name: nameOf(line, share), note, amount, rest, code };
  });
}

function nameOf(
  { code, position, percent, payoutId }: StatementLine,
  share: string | null,
): string {
  switch (code) {
    case "profit":
      return "Profit of this stage";
    case "deduction":
      return `Trade ${position}: ${percentWords(percent!)} of its profit deducted`;
    case "settled":
      return `Profit settled by request #${payoutId}`;
    case "buffer":
      return "Buffer that stays in the account";
    case "shortfall":
      return "Shortfall, brought up to zero";
    case "retained":
      return "Above the part of the profit that can be withdrawn";
    case "cap":
      return "Above the maximum of a payout";
    case "share":
      return `The firm's share${share === null ? "" : `, ${percentWords(firmShare(share))}`}`;
    default:
      return `Approved before by request #${payoutId}`;
  }
}

const firmShare = (share: string) => formatDecimal(EVERYTHING - percentHundredths(share));

/** The keys of findings, as the page about conduct lists them. */
function causesInWords(causes: readonly string[]): string {
  return causes
    .map((cause) => (cause === "lot_range" ? "volume outside the range" : `finding ${cause}`))
    .join(", ");
}

/** One line of the calculation of an amount. */
export interface AmountLine {
  name: string;
  amount: bigint;
}

/**
 * Summarises a statement for the trader: the lines of one kind as one, and their share in place of the firm's. The result
 * is not among the lines.
 */
export function amountLines(statement: PayoutStatement, share: string): AmountLine[] {
  const lines = summarise(linesInWords(statement, share));
  const found = lines.findIndex(({ code }) => code === "share" || code === "paid");
  const place = found === -1 ? lines.length : found;
  const own = {
    name: `Your share of ${place > 1 ? "the rest" : "it"}, ${percentWords(share)}`,
    // What is left after the firm's share, which is no line if it is 0.
    amount: (lines[place]?.code === "share" ? lines[place] : lines[place - 1])?.rest ?? 0n,
  };
  const others = lines.filter(({ code }) => code !== "share");
  return [...others.slice(0, place), own, ...others.slice(place)];
}

const summaries: Partial<Record<StatementLine["code"], string>> = {
  deduction: "Deducted for how trades were traded",
  settled: "Settled by earlier payouts of this stage",
  paid: "Approved before in this stage",
};

type SummarisedLine = Pick<ShownLine, "code" | "name" | "amount" | "rest">;

/** Adds up neighbouring lines of one kind. */
function summarise(lines: readonly ShownLine[]): SummarisedLine[] {
  const summarised: SummarisedLine[] = [];
  for (const { code, name, amount, rest } of lines) {
    const last = summarised.at(-1);
    if (last?.code === code) Object.assign(last, { amount: last.amount + amount, rest });
    else summarised.push({ code, name: summaries[code] ?? name, amount, rest });
  }
  return summarised;
}
