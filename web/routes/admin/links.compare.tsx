import { createFileRoute } from "@tanstack/react-router";
import { PermittedContent } from "../../app/session/permitted-content.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Comparison } from "../../features/admin/links/comparison.tsx";
import { ComparisonForm } from "../../features/admin/links/comparison-form.tsx";
import {
  type ComparisonSearch,
  readComparisonSearch,
} from "../../features/admin/links/comparison-search.ts";

export const Route = createFileRoute("/admin/links/compare")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): ComparisonSearch => raw,
  component: ComparisonPage,
  staticData: { title: "Comparison" },
});

function ComparisonPage() {
  const search = readComparisonSearch({ ...Route.useSearch() });
  const { a, b, to } = search;
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHeader
        title="Comparison"
        subtitle="Whether two accounts trade alike or against each other, and what their users share"
      />
      <PermittedContent to="links.read" title="Your role does not compare accounts">
        <ComparisonForm
          key={`${a} ${b} ${to}`}
          search={search}
          onCompare={(chosen) => void navigate({ search: chosen })}
        />
        {a !== undefined && b !== undefined && a !== b ? <Comparison a={a} b={b} to={to} /> : null}
      </PermittedContent>
    </>
  );
}
