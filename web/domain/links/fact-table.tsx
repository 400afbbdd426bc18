import type { SharedFact } from "../../../src/business/links/facts/fact.rule.ts";
import type { TraderFact } from "../../../src/business/links/view/trader-view.schema.ts";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatMoment } from "../format/dates.ts";
import { formatCount } from "../format/figures.ts";
import { factNames } from "./link-words.ts";

const columns: Column<TraderFact>[] = [
  { title: "Shared", cell: ({ kind }) => factNames[kind], isHeader: true },
  {
    title: "By",
    cell: ({ sharedBy, of }) => `${formatCount(sharedBy)} of ${formatCount(of)} users`,
  },
  { title: "How Rare", cell: ({ oneIn }) => `One in ${formatCount(oneIn)} pairs` },
];

const seen: Column<SharedFact> = {
  title: "Seen",
  cell: ({ firstAt, lastAt }) =>
    firstAt && lastAt
      ? `${formatMoment(new Date(firstAt))} to ${formatMoment(new Date(lastAt))}`
      : "In the profiles",
};

/** Lists what users share besides their trades. */
export function FactTable({ facts }: { facts: readonly SharedFact[] }) {
  return (
    <Table
      name="Shared facts"
      columns={[...columns, seen]}
      rows={facts}
      rowKey={({ kind, userIds, oneIn, firstAt }) =>
        `${kind} ${userIds.join(" ")} ${oneIn} ${firstAt}`
      }
    />
  );
}

/** The same for one of the users, who is not told when the others used it. */
export function OwnFactTable({ facts }: { facts: readonly TraderFact[] }) {
  return (
    <Table
      name="Shared facts"
      columns={columns}
      rows={facts}
      rowKey={(fact) => String(facts.indexOf(fact))}
    />
  );
}
