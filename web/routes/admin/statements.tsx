import Box from "@mui/material/Box";
import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Legend } from "../../components/panel/disclosure.tsx";
import { statementTerms } from "../../domain/statements/statement-words.tsx";
import {
  prefetchStatementPage,
  readStatementSearch,
  type StatementSearch,
  StatementTable,
  statementTableState,
} from "../../features/admin-trader/statement-table.tsx";
import { useCleanUrl, useTableChange } from "../../table/state/use-table-change.ts";

export const Route = createFileRoute("/admin/statements")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): StatementSearch => raw,
  loader: ({ location }) =>
    prefetchStatementPage(statementTableState(readStatementSearch({ ...location.search }))),
  component: Statements,
  staticData: { title: "Statements" },
});

function Statements() {
  const raw = Route.useSearch();
  const search = readStatementSearch({ ...raw });
  useCleanUrl(raw, search);
  const change = useTableChange();
  return (
    <>
      <PageHeader title="Statements" />
      <StatementTable state={statementTableState(search)} onChange={change} />
      <Box sx={{ marginBlockStart: 1 }}>
        <Legend terms={statementTerms} />
      </Box>
    </>
  );
}
