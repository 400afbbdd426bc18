import Box from "@mui/material/Box";
import { useState } from "react";
import type { Statement } from "../../../src/business/record/statements/statement.schema.ts";
import { statusOf } from "../../../src/business/record/statements/statement.rule.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Legend } from "../../components/panel/disclosure.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import { shorten } from "../../domain/format/texts.tsx";
import { staleTimes } from "../../app/api-client/query-client.ts";
import {
  describeCounts,
  describePeriod,
  StatementBadge,
  statementFormatLabels,
  statementTerms,
} from "../../domain/statements/statement-words.tsx";
import { trpc } from "../../trpc.ts";

const SHOWN = 5;

/** Lists the statements that the firm has imported for the account; renders nothing if there are none. */
export function ImportedStatements() {
  const query = trpc.trader.statements.list.useQuery(undefined, {
    staleTime: staleTimes.traderData,
  });
  const [showsAll, setShowsAll] = useState(false);
  if (query.isPending || query.data?.length === 0) return null;
  return (
    <Panel
      title="Imported Statements"
      subtitle="Platform exports on which your results are based, newest first"
    >
      <Loaded query={query} noun="the imported statements" skeleton={null}>
        {(statements) => (
          <>
            <Table
              name="Imported Statements"
              columns={columns}
              rows={showsAll ? statements : statements.slice(0, SHOWN)}
              rowKey={({ id }) => id ?? 0}
            />
            {statements.length > SHOWN && !showsAll ? (
              <Box component="p" sx={{ paddingBlockStart: 1.5 }}>
                <TextButton onClick={() => setShowsAll(true)}>
                  {`Show all ${statements.length}`}
                </TextButton>
              </Box>
            ) : null}
            <Legend terms={statementTerms} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const lines = {
  display: "grid",
  justifyItems: "start",
  gap: "0.125rem",
  minInlineSize: 0,
  overflowWrap: "anywhere",
};

const soft = { color: "text.secondary", fontSize: "var(--text-sm)" };

const columns: Column<Statement>[] = [
  { title: "Period", cell: describePeriod },
  {
    title: "Platform",
    cell: ({ id, format, login }) => (
      <Box component="span" sx={lines}>
        <span>{statementFormatLabels[format]}</span>
        <Box component="span" sx={soft}>
          {login ? `Statement #${id} · Login ${shorten(login)}` : `Statement #${id}`}
        </Box>
      </Box>
    ),
  },
  { title: "Records", cell: ({ counts }) => describeCounts(counts) },
  {
    title: "Status",
    cell: (statement) => (
      <Box component="span" sx={lines}>
        <StatementBadge statement={statement} />
        <StatementStatusNote statement={statement} />
      </Box>
    ),
  },
  { title: "Imported", cell: ({ createdAt }) => (createdAt ? formatDay(createdAt) : null) },
];

/** Explains why the records of a statement are not part of the results. */
function StatementStatusNote({ statement }: { statement: Statement }) {
  const status = statusOf(statement);
  if (status === "held") {
    return (
      <Box component="span" sx={soft}>
        Does not count until the firm confirms it
      </Box>
    );
  }
  if (status !== "withdrawn") return null;
  const { withdrawnReason } = statement;
  return (
    <Box component="span" sx={soft}>
      {withdrawnReason ? `No longer counts: ${shorten(withdrawnReason)}` : "No longer counts"}
    </Box>
  );
}
