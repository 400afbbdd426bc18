import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import type { ConductPlay, Found } from "../kinds/conduct/parts/conduct-play.rule.ts";
import type { Trade, TradeBook } from "../kinds/conduct/parts/trade-book.rule.ts";
import { counted } from "../kinds/parts/figures.rule.ts";
import { instantText } from "../kinds/parts/limit.rule.ts";
import type { CalendarEvent } from "../timeline/calendar.rule.ts";
import { tradingDays } from "../timeline/trading-day.rule.ts";
import type { ConductInputs } from "./conduct-judge.rule.ts";
import type { ConductFinding, ConductVerdict } from "./conduct-verdict.schema.ts";
import { deductedTrades, deductionOf } from "./deductions.rule.ts";
import { findingKey, softenedBy } from "./standing.rule.ts";

/** What a verdict says about conduct. */
export interface ConductResults {
  conduct: ConductVerdict[];
  /** What standing findings deduct from the payable profit, in cents. */
  deductions: bigint;
}

/** Reports what rules of conduct have found so far. */
export function reportConduct(
  rules: readonly ConductPlay[],
  book: TradeBook,
  inputs: ConductInputs,
): ConductResults {
  const conduct = rules.map((play, index) => reportRule(play, index, { book, inputs }));
  const deducted = deductedTrades(
    rules.map(({ rule }) => rule),
    conduct,
  );
  const deductions = deducted.values().reduce((sum, trade) => sum + deductionOf(trade), 0n);
  return { conduct, deductions };
}

interface Reporting {
  book: TradeBook;
  inputs: ConductInputs;
}

function reportRule(play: ConductPlay, index: number, reporting: Reporting): ConductVerdict {
  const { kind, strikes } = play.rule;
  const findings = play.state.findings
    .map((found) => reportFinding(play, index, found, reporting))
    .toSorted((a, b) => compareText(a.at, b.at) || compareText(a.key, b.key));
  const count = strikes === null ? 0 : numberStrikes(findings, reporting.inputs);
  const standing = findings.filter(isHeld);
  const isBreached =
    (play.rule.consequence === "fail" && standing.length > 0) ||
    (strikes !== null && count >= strikes);
  const isFound = standing.some(({ consequence }) => consequence !== "note");
  return {
    kind,
    index,
    status: isBreached
      ? "breached"
      : isFound
        ? "found"
        : play.isUndetermined
          ? "undetermined"
          : "kept",
    strikes: strikes === null ? null : { count, of: strikes },
    reason: rowReason(play, findings, count),
    findings,
  };
}

const isHeld = ({ status, softened }: Pick<ConductFinding, "status" | "softened">) =>
  status === "stands" && softened === null;

/** Numbers the days with findings that are held against the trader. @returns their number */
function numberStrikes(findings: ConductFinding[], { day }: ConductInputs): number {
  const dayAt = tradingDays(day);
  const days = new Map<number, number>();
  for (const finding of findings) {
    if (!isHeld(finding)) continue;
    const { from } = dayAt(Date.parse(finding.at));
    if (!days.has(from)) days.set(from, days.size + 1);
    finding.strike = days.get(from)!;
  }
  return days.size;
}

function reportFinding(
  play: ConductPlay,
  index: number,
  found: Found,
  { book, inputs }: Reporting,
): ConductFinding {
  const { kind, consequence, deductPercent } = play.rule;
  const key = findingKey({ kind, index }, found);
  const waiver = inputs.waivers.find((each) => each.key === key);
  const softened = softenedBy(found, book);
  const trades = found.positions
    .map((position) => book.tradeOf(position))
    .toSorted((a, b) => a.sequence - b.sequence);
  const isDeducting = consequence === "deduct" && softened === null;
  const deducted = isDeducting && !waiver ? trades.filter(isClosed) : [];
  const { value, limit, exonerating, events, reason } = play.report(found);
  return {
    key,
    at: instantText(found.at),
    status: waiver ? "waived" : "stands",
    consequence: softened === null ? consequence : "note",
    softened,
    strike: null,
    grade: softened === "contested" ? "contested" : found.isObserved ? "observed" : "recorded",
    trades: trades.map(reportTrade),
    deals: found.deals.toSorted(compareText),
    events: events.map(reportEvent),
    value,
    limit,
    deduction: isDeducting
      ? formatDecimal(
          deducted.reduce(
            (sum, { net }) => sum + deductionOf({ net, percent: deductPercent! }),
            0n,
          ),
        )
      : null,
    exonerating,
    waiver: waiver ? { reason: waiver.reason, at: waiver.at } : null,
    reason: `${reason}${softenedWords(softened)}${waiver ? ` It was waived at ${timeInWords(waiver.at)}.` : ""}`,
  };
}

const isClosed = ({ closeTime }: Trade) => closeTime !== null;

function reportTrade({ position, symbol, side, openTime, closeTime, net }: Trade) {
  return {
    position,
    symbol,
    side,
    openTime: instantText(openTime),
    closeTime: closeTime === null ? null : instantText(closeTime),
    net: formatDecimal(net),
  };
}

function reportEvent({ id, at, currency, impact, title, announcedAt }: CalendarEvent) {
  return {
    id,
    at: instantText(at),
    currency,
    impact,
    title,
    announcedAt: instantText(announcedAt),
  };
}

function softenedWords(softened: ConductFinding["softened"]): string {
  switch (softened) {
    case "unannounced":
      return " No such event had been announced by then, so this is only noted.";
    case "contested":
      return " Sources disagree about a deal of it, so this is only noted.";
    default:
      return "";
  }
}

function rowReason(play: ConductPlay, findings: ConductFinding[], strikeDays: number): string {
  const { strikes } = play.rule;
  const standing = findings.filter(isHeld);
  const strikeWords = strikes === null ? "" : ` ${strikeDays} of ${counted(strikes, "strike")}.`;
  const [first] = standing;
  if (!first) {
    const hasOthers = findings.length > 0 && !play.isUndetermined;
    return hasOthers
      ? `${counted(findings.length, "finding")}, of which none is held against the account.`
      : play.keptReason;
  }
  if (standing.length === 1) return `${first.reason}${strikeWords}`;
  return `${counted(standing.length, "finding")}; the first: ${first.reason}${strikeWords}`;
}
