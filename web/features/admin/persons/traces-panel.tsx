import type { Trace } from "../../../../src/business/links/traces/trace.schema.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { formatCount, formatCountOf } from "../../../domain/format/figures.ts";
import { trpc } from "../../../trpc.ts";

/** Shows from how many browsers and networks a user signs in, and whether others use them. */
export function TracesPanel({ userId }: { userId: number }) {
  const query = trpc.admin.traces.useQuery(
    { id: userId },
    { staleTime: staleTimes.adminTabs, refetchOnWindowFocus: false },
  );
  return (
    <Panel
      title="Browsers and Networks"
      subtitle="Of the registration and the sign-ins, as far as they are kept. They are stored as hashes, so no address is shown. Each view is recorded."
    >
      <Loaded query={query} noun="the browsers and networks" skeleton={3}>
        {(traces) =>
          traces.length === 0 ? (
            <EmptyState icon="key" title="No browsers or networks are kept" />
          ) : (
            <Table
              name="Browsers and networks"
              columns={columns}
              rows={traces}
              rowKey={({ kind, firstAt, lastAt, signIns }) =>
                `${kind} ${firstAt.getTime()} ${lastAt.getTime()} ${signIns}`
              }
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

const kinds = { device: "Browser", network: "Network" } as const;

const columns: Column<Trace>[] = [
  { title: "Kind", isHeader: true, cell: ({ kind }) => kinds[kind] },
  { title: "First", cell: ({ firstAt }) => formatMoment(firstAt) },
  { title: "Last", cell: ({ lastAt }) => formatMoment(lastAt) },
  { title: "Sign-ins", align: "end", cell: ({ signIns }) => formatCount(signIns) },
  {
    title: "Shared",
    cell: ({ sharedBy }) =>
      sharedBy === 1 ? "Only this user" : `With ${formatCountOf(sharedBy - 1, "other user")}`,
  },
];
