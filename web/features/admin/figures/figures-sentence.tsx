import Typography from "@mui/material/Typography";
import { format } from "date-fns";
import type { ReactNode } from "react";
import type {
  Cohorts,
  MoneyFigures,
} from "../../../../src/business/watch/figures/figures.schema.ts";
import { shareOf } from "../../../../src/business/watch/figures/share.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { formatCalendarDay } from "../../../domain/format/dates.ts";
import { formatCount, formatCountOf } from "../../../domain/format/figures.ts";
import { dayBeside } from "./figures-search.ts";
import { FigureLink } from "./figure-link.tsx";

interface FiguresSentenceProps {
  /** Of the whole period; nothing if the role does not see it. */
  attempts: Cohorts | undefined;
  sums: MoneyFigures;
}

/** Says the conclusion of the page: how many are funded, how many are paid, and what share of the sales that is. */
export function FiguresSentence({ attempts, sums }: FiguresSentenceProps) {
  const [row] = attempts?.rows ?? [];
  const span = spanWords(sums);
  return (
    <Typography component="p" sx={sentence}>
      {row ? (
        row.started === 0 ? (
          `No attempts ${span}`
        ) : (
          <>
            {"Of "}
            <FigureLink figure="cohorts" by="period" cell={row.cells.started}>
              {formatCountOf(row.started, "attempt")}
            </FigureLink>
            {` ${span} `}
            <FigureLink figure="cohorts" by="period" cell={row.cells.funded}>
              {formatCount(row.funded)}
            </FigureLink>
            {` ${row.funded === 1 ? "was" : "were"} funded (${shareOf(row.funded, row.started)}%), `}
            <FigureLink figure="cohorts" by="period" cell={row.cells.paid}>
              {formatCount(row.paid)}
            </FigureLink>
            {" paid"}
          </>
        )
      ) : (
        `Paid ${span}`
      )}
      <PaidSums rows={sums.rows} isAlone={!row} />
      {"."}
    </Typography>
  );
}

type MoneyRow = FiguresSentenceProps["sums"]["rows"][number];

/** Lists what was paid in each currency, which are never added up. */
function PaidSums({ rows, isAlone }: { rows: readonly MoneyRow[]; isAlone: boolean }): ReactNode {
  const paid = rows.filter((row) => row.paid.count > 0);
  if (paid.length === 0) return isAlone ? ": nothing" : "";
  return paid.map(({ currency, paid: { amount }, payoutRatio, cells }, index) => (
    <span key={currency}>
      {index === 0 ? (isAlone ? ": " : ", ") : "; "}
      <FigureLink figure="money" by="period" cell={cells.paid}>
        {formatMoney(amount, currency)}
      </FigureLink>
      {payoutRatio === null ? "" : `: ${payoutRatio}% of sales`}
    </span>
  ));
}

/** Returns `since December`, or both ends of a period that is over or longer than a year. */
function spanWords({ from, to, computedAt }: FiguresSentenceProps["sums"]): string {
  const first = new Date(`${from}T00:00:00`);
  const isOpen = new Date(`${to}T00:00:00`) > computedAt;
  const months = (Date.parse(to) - Date.parse(from)) / (30 * 86_400_000);
  if (isOpen && first.getDate() === 1 && months < 12.3) return `since ${format(first, "MMMM")}`;
  const day = (date: string) => formatCalendarDay(new Date(date));
  if (isOpen) return `since ${day(from)}`;
  return `from ${day(from)} to ${day(dayBeside(to, -1))}`;
}

const sentence = {
  mb: 2.5,
  fontSize: "var(--text-lg)",
  lineHeight: 1.6,
  textWrap: "pretty",
  "& button": { minBlockSize: 24, minInlineSize: 24, textDecoration: "underline" },
};
