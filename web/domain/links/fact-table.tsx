import type { LinkComparison } from "../../../src/business/links/comparison/comparison.schema.ts";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatMoment } from "../format/dates.ts";
import { formatCount } from "../format/figures.ts";
import { factNames } from "./link-words.ts";

type Fact = LinkComparison["facts"][number];

const columns: Column<Fact>[] = [
  { title: "Shared", cell: ({ kind }) => factNames[kind], isHeader: true },
  {
    title: "By",
    cell: ({ sharedBy, of }) => `${formatCount(sharedBy)} of ${formatCount(of)} users`,
  },
  { title: "How Rare", cell: ({ oneIn }) => `One in ${formatCount(oneIn)} pairs` },
  {
    title: "Seen",
    cell: ({ firstAt, lastAt }) =>
      firstAt && lastAt
        ? `${formatMoment(new Date(firstAt))} to ${formatMoment(new Date(lastAt))}`
        : "In the profiles",
  },
];

/** Lists what users share besides their trades. */
export function FactTable({ facts }: { facts: readonly Fact[] }) {
  return (
    <Table
      name="Shared facts"
      columns={columns}
      rows={facts}
      rowKey={({ kind, userIds, oneIn, firstAt }) =>
        `${kind} ${userIds.join(" ")} ${oneIn} ${firstAt}`
      }
    />
  );
}
