import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { PayoutStatement } from "../../../src/business/rulebook/statement/statement.schema.ts";
import {
  linesInWords,
  statementCaption,
  summariseLines,
  TOTAL,
} from "../../../src/business/rulebook/statement/statement-words.rule.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";

interface StatementTableProps {
  statement: PayoutStatement;
  currency: string;
  /** The trader's share in percent. */
  share: string | null;
  /** Adds up the lines of one kind, such as those of deducted trades. */
  isBrief?: boolean;
}

/** Shows how what can be withdrawn comes about: lines that add up to it, each with what is left after it. */
export function StatementTable({ statement, currency, share, isBrief }: StatementTableProps) {
  const money = moneyIn(currency);
  const lines = linesInWords(statement, share);
  return (
    <Box component="table" aria-label="Statement" sx={table}>
      <caption>{statementCaption(statement)}</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Amount</th>
          <th scope="col" data-left="">
            Left
          </th>
        </tr>
      </thead>
      <tbody>
        {(isBrief ? summariseLines(lines) : lines).map(({ key, name, note, amount, rest }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              {note === null ? null : <small>{note}</small>}
            </th>
            <td>{money(amount)}</td>
            <td data-left="">{money(rest)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{TOTAL}</th>
          <td>{money(storedCents(statement.withdrawable))}</td>
        </tr>
      </tfoot>
    </Box>
  );
}

const table = {
  inlineSize: "100%",
  marginBlockStart: 0.5,
  borderCollapse: "collapse",
  fontSize: "var(--text-sm)",
  fontVariantNumeric: "tabular-nums",
  "& caption": { paddingBlockEnd: 0.5, color: "text.secondary", textAlign: "start" },
  "& :is(th, td)": {
    paddingBlock: 0.75,
    paddingInlineStart: { xs: 1, sm: 2 },
    borderBlockEnd: "1px solid var(--line)",
    fontWeight: 400,
    textAlign: "end",
    verticalAlign: "top",
    whiteSpace: "nowrap",
  },
  "& th:first-of-type": {
    paddingInlineStart: 0,
    textAlign: "start",
    whiteSpace: "normal",
    overflowWrap: "anywhere",
  },
  "& thead th": { color: "text.secondary", fontSize: "var(--text-xs)" },
  "& small": { display: "block", color: "text.secondary" },
  // What is left is the sum of the amounts above it, for which a phone has no room.
  "& [data-left]": { display: { xs: "none", sm: "table-cell" }, color: "text.secondary" },
  "& tbody tr:last-of-type > *": { borderBlockEndColor: "var(--line-strong)" },
  "& tfoot :is(th, td)": { borderBlockEnd: 0, color: "text.primary", fontWeight: 550 },
};

/** Opens the statement of a request as a page to print. */
export function StatementPrint({ payoutId }: { payoutId: number }) {
  return (
    <Box component="p" sx={{ mt: 1 }}>
      <Typography
        component="a"
        variant="body2"
        href={`/api/payouts/${payoutId}/statement`}
        target="_blank"
        rel="noopener"
        sx={{ textDecoration: "underline" }}
      >
        Print the statement
      </Typography>
    </Box>
  );
}
