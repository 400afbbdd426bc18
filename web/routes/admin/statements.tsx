import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { StatementTable } from "../../features/admin-trader/statement-table.tsx";
import {
  prefetchStatementPage,
  readStatementSearch,
  statementTableState,
  type StatementSearch,
} from "../../features/admin-trader/use-statement-page.ts";
import { useCleanUrl } from "../../table/state/use-clean-url.ts";
import { useTableChange } from "../../table/state/use-table-change.ts";

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
    </>
  );
}
