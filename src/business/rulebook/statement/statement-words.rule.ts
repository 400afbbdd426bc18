import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import { EVERYTHING, percentHundredths, percentWords } from "../kinds/parts/figures.rule.ts";
import type { PayoutStatement, StatementLine } from "./statement.schema.ts";

/** A line of a statement as people read it. Amounts are cents. */
export interface LineInWords {
  key: string;
  name: string;
  /** Why, for lines about a trade. */
  note: string | null;
  amount: bigint;
  /** What is left after it. */
  rest: bigint;
  code: StatementLine["code"];
}

/** What the lines add up to. */
export const TOTAL = "Can be withdrawn";

/** Returns the lines of a statement in words, each with what is left after it. @param share the trader's, in percent */
export function linesInWords(
  { lines }: Pick<PayoutStatement, "lines">,
  share: string | null,
): LineInWords[] {
  let rest = 0n;
  return lines.map((line, index) => {
    const amount = storedCents(line.amount);
    rest += amount;
    const { code } = line;
    const note = code === "deduction" ? causesInWords(line.causes) : null;
    return { key: `${index} ${code}`, name: nameOf(line, share), note, amount, rest, code };
  });
}

/** Says which statement it is. */
export const statementCaption = ({ number }: Pick<PayoutStatement, "number">) =>
  `Statement for payout ${number} of the stage`;

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

const summaries: Partial<Record<StatementLine["code"], string>> = {
  deduction: "Deducted for how trades were traded",
  settled: "Settled by earlier payouts of this stage",
  paid: "Approved before in this stage",
};

/** Adds up neighbouring lines of one kind, which each have a line of their own in the statement that is kept. */
export function summariseLines(lines: readonly LineInWords[]): LineInWords[] {
  const summarised: LineInWords[] = [];
  for (const line of lines) {
    const last = summarised.at(-1);
    if (last?.code !== line.code) {
      summarised.push({ ...line, name: summaries[line.code] ?? line.name, note: null });
    } else Object.assign(last, { amount: last.amount + line.amount, rest: line.rest });
  }
  return summarised;
}
