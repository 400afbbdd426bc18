import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { PayoutStatement } from "../../../src/business/rulebook/statement/statement.schema.ts";
import { moneyIn } from "../../../src/platform/money/money.ts";
import { type Column, Table } from "../../components/table/table.tsx";
import { linesInWords, type ShownLine } from "./statement-lines.ts";

interface StatementTableProps {
  statement: PayoutStatement;
  currency: string;
  /** The trader's share in percent. */
  share: string | null;
}

/** Shows how what can be withdrawn comes about, line by line, with what is left after each; the last is the result. */
export function StatementTable({ statement, currency, share }: StatementTableProps) {
  const money = moneyIn(currency);
  const columns: Column<ShownLine>[] = [
    {
      title: "Line",
      isHeader: true,
      cell: ({ name, note }) => (
        <>
          {name}
          {note === null ? null : (
            <Box component="small" sx={{ display: "block", overflowWrap: "anywhere" }}>
              {note}
            </Box>
          )}
        </>
      ),
    },
    { title: "Amount", align: "end", cell: ({ amount }) => money(amount) },
    { title: "Left", align: "end", cell: ({ rest }) => money(rest) },
  ];
  return (
    <Box
      component="section"
      aria-label="Statement"
      sx={{ mt: 1, "@media print": { breakInside: "avoid" } }}
    >
      <Typography variant="body2" sx={{ mb: 0.5, color: "text.secondary" }}>
        {`Statement for payout ${statement.number} of the stage`}
      </Typography>
      <Table
        name="Statement"
        columns={columns}
        rows={linesInWords(statement, share)}
        rowKey={({ key }) => key}
      />
    </Box>
  );
}
