import { percentWords } from "../../../src/business/rulebook/kinds/parts/figures.rule.ts";
import type {
  PayoutStatement,
  StatementLine,
} from "../../../src/business/rulebook/statement/statement.schema.ts";
import { storedCents } from "../../../src/platform/money/money.ts";

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

function firmShare(share: string): string {
  const [whole, fraction = ""] = share.split(".");
  const hundredths = 10_000 - Number(`${whole}${fraction.padEnd(2, "0")}`);
  return (hundredths / 100).toFixed(2);
}

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
  const lines = linesInWords(statement, share);
  const before = lines.findIndex(({ code }) => code === "share" || code === "paid");
  const shared = sharedIn(lines, before === -1 ? lines.length : before);
  const summarised = summarise(lines);
  const at = summarised.findIndex(({ code }) => code === "share" || code === "paid");
  const place = at === -1 ? summarised.length : at;
  const isOfRest = place > 1;
  const own = {
    name: `Your share of ${isOfRest ? "the rest" : "it"}, ${percentWords(share)}`,
    amount: shared,
  };
  const others = summarised.filter(({ code }) => code !== "share");
  return [...others.slice(0, place), own, ...others.slice(place)];
}

/** The trader's share: what is left after that of the firm. */
function sharedIn(lines: readonly ShownLine[], before: number): bigint {
  if (lines[before]?.code === "share") return lines[before].rest;
  return lines[before - 1]?.rest ?? 0n;
}

const summaries: Partial<Record<StatementLine["code"], string>> = {
  deduction: "Deducted for how trades were traded",
  settled: "Settled by earlier payouts of this stage",
  paid: "Approved before in this stage",
};

/** Adds up neighbouring lines of one kind. */
function summarise(lines: readonly ShownLine[]): (AmountLine & { code: ShownLine["code"] })[] {
  const summarised: (AmountLine & { code: ShownLine["code"] })[] = [];
  for (const { code, name, amount } of lines) {
    const last = summarised.at(-1);
    if (last?.code === code) last.amount += amount;
    else summarised.push({ code, name: summaries[code] ?? name, amount });
  }
  return summarised;
}
