import { Link } from "@tanstack/react-router";
import type { LinkComparison } from "../../../../src/business/links/comparison/comparison.schema.ts";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { trpc } from "../../../trpc.ts";
import { EvidencePanel, withUserNames } from "../../../domain/links/evidence-panel.tsx";
import { FactTable } from "../../../domain/links/fact-table.tsx";

interface ComparisonProps {
  a: number;
  b: number;
  to?: string | undefined;
}

/** Shows what speaks for and against a link between two users. The server records that it was viewed. */
export function Comparison({ a, b, to }: ComparisonProps) {
  const query = trpc.admin.links.compare.useQuery(
    { a, b, ...(to !== undefined && { to: `${to}T00:00:00Z` }) },
    { retry: false, refetchOnWindowFocus: false, staleTime: Infinity },
  );
  return (
    <Loaded
      query={query}
      noun="the comparison"
      skeleton={6}
      missing={
        <EmptyState icon="user" title="User not found" text="One of these users does not exist." />
      }
    >
      {({ evidence, facts }) => (
        <Stack>
          {evidence.map((each) => (
            <EvidencePanel key={each.kind} evidence={withUserNames(each)} />
          ))}
          <FactsPanel facts={facts} a={a} b={b} />
        </Stack>
      )}
    </Loaded>
  );
}

type Fact = LinkComparison["facts"][number];

function FactsPanel({ facts, a, b }: { facts: readonly Fact[]; a: number; b: number }) {
  return (
    <Panel
      title="Shared facts"
      subtitle={
        <>
          What <UserLink id={a} /> and <UserLink id={b} /> have in common besides their trades.
        </>
      }
    >
      {facts.length === 0 ? (
        <p>They share no payee, browser, network, name or address that the settings compare.</p>
      ) : (
        <FactTable facts={facts} />
      )}
    </Panel>
  );
}

function UserLink({ id }: { id: number }) {
  return (
    <Link
      to="/admin/users/$id"
      params={{ id: String(id) }}
      style={{ textDecoration: "underline" }}
    >{`user ${id}`}</Link>
  );
}
