import { Link } from "@tanstack/react-router";
import type { Allocation } from "../../../src/business/links/allocation/allocation.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { describeAllocation } from "./allocation-words.ts";
import { useAllocation } from "./use-allocation.ts";

/** Shows what is allocated to a user and those who are the same person. */
export function AllocationPanel({ userId }: { userId: number }) {
  const query = useAllocation(userId);
  return (
    <Panel title="Allocation" subtitle="Initial balances of the open stages of the person">
      <Loaded query={query} noun="the allocation" skeleton={2}>
        {(allocation) => (
          <>
            <p>{`${describeAllocation(allocation)}.`}</p>
            {allocation.stages.length > 0 ? (
              <Table
                name="Allocation"
                columns={columns}
                rows={allocation.stages}
                rowKey={({ stageId }) => stageId}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** The same beside a payout, only if there is a cap. */
export function CappedAllocation({ userId }: { userId: number }) {
  const { data } = useAllocation(userId);
  return data && data.usedPercent !== null ? <AllocationPanel userId={userId} /> : null;
}

const columns: Column<Allocation["stages"][number]>[] = [
  {
    title: "Stage",
    isHeader: true,
    cell: ({ stageId, userId }) => (
      <Link
        to="/admin/users/$id"
        params={{ id: String(userId) }}
        search={{ tab: "stages" }}
        style={{ textDecoration: "underline" }}
      >
        {`#${stageId} of user ${userId}`}
      </Link>
    ),
  },
  {
    title: "Initial Balance",
    align: "end",
    cell: ({ initialBalance, currency }) => formatMoney(initialBalance, currency),
  },
  { title: "Withdrawals", cell: ({ payable }) => (payable ? "Enabled" : "Not enabled") },
];
