import Box from "@mui/material/Box";
import { createFileRoute } from "@tanstack/react-router";
import { statementTable } from "../../../src/business/record/statements/statement.table.ts";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Legend } from "../../components/panel/disclosure.tsx";
import { statementTerms } from "../../domain/statements/statement-words.tsx";
import { StatementTable } from "../../features/admin/trader/statement-table.tsx";
import { prefetchTable } from "../../table/screen/prefetch-table.ts";
import type { TableAddress } from "../../table/screen/table-address.ts";

export const Route = createFileRoute("/admin/statements")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): TableAddress<typeof statementTable> => raw,
  loader: ({ location }) =>
    prefetchTable(statementTable, prefetcher.admin.statements.page, location.search),
  component: Statements,
  staticData: { title: "Statements" },
});

function Statements() {
  return (
    <>
      <PageHeader title="Statements" />
      <StatementTable />
      <Box sx={{ marginBlockStart: 1 }}>
        <Legend terms={statementTerms} />
      </Box>
    </>
  );
}
