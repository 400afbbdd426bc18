import type { ListedFinding } from "../../../../src/business/decisions/conduct/finding.schema.ts";
import { findingTable } from "../../../../src/business/decisions/conduct/finding.table.ts";
import {
  conductNames,
  consequenceNames,
} from "../../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { FindingBadge } from "../../../domain/conduct/finding-facts.tsx";
import { formatMoment, sayTimes } from "../../../domain/format/dates.ts";
import { displayName, shorten } from "../../../domain/format/texts.tsx";
import { CellLine, CellLines, CellLink, CellText, RowSummary } from "../../../table/grid/cells.tsx";
import type { SummaryCell, TableCells } from "../../../table/screen/table-cells.tsx";
import { TableScreen } from "../../../table/screen/table-screen.tsx";
import { trpc } from "../../../trpc.ts";

/** Lists what rules of conduct have found about all accounts. */
export function FindingTable() {
  return (
    <TableScreen
      table={findingTable}
      page={trpc.admin.conduct.page}
      cells={cells}
      summary={summary}
      empty={{
        icon: "circleCheck",
        title: "No findings",
        text: "What rules of conduct find about accounts appears here.",
      }}
    />
  );
}

const cells: TableCells<typeof findingTable> = {
  trader: {
    flex: 1,
    minWidth: 180,
    cell: (finding) => (
      <CellLines>
        <FindingLink finding={finding} />
        <CellText look="soft">{shorten(finding.trader.email)}</CellText>
      </CellLines>
    ),
  },
  kind: {
    width: 160,
    cell: ({ kind }) => <CellText>{conductNames[kind]}</CellText>,
  },
  reason: {
    flex: 2,
    minWidth: 260,
    cell: ({ reason, waiver }) => (
      <CellLines>
        <CellText>{shorten(sayTimes(reason))}</CellText>
        {waiver ? <CellText look="soft">{shorten(`Waived: ${waiver.reason}`)}</CellText> : null}
      </CellLines>
    ),
  },
  consequence: {
    width: 140,
    cell: (finding) => (
      <CellLines>
        <CellText>{consequenceNames[finding.consequence]}</CellText>
        {finding.deduction === null ? null : (
          <CellText look="soft">{formatMoney(finding.deduction, finding.currency)}</CellText>
        )}
      </CellLines>
    ),
  },
  status: { width: 120, cell: (finding) => <StateCell finding={finding} /> },
  foundAt: {
    width: 170,
    cell: ({ id, foundAt }) => (
      <CellLines>
        <CellText>{formatMoment(foundAt)}</CellText>
        <CellText look="soft">{`#${id}`}</CellText>
      </CellLines>
    ),
  },
};

const summary: SummaryCell<ListedFinding> = {
  field: "foundAt",
  label: "Finding",
  cell: (finding) => (
    <RowSummary
      details={
        <>
          <CellText look="soft">{`Found ${formatMoment(finding.foundAt)}`}</CellText>
          <CellText look="soft">{shorten(sayTimes(finding.reason))}</CellText>
        </>
      }
    >
      <CellLine>
        <FindingLink finding={finding} />
        <StateCell finding={finding} />
      </CellLine>
      <CellText>{conductNames[finding.kind]}</CellText>
    </RowSummary>
  ),
};

interface CellProps {
  finding: ListedFinding;
}

function FindingLink({ finding: { id, trader } }: CellProps) {
  return (
    <CellLink to="/admin/conduct/$id" params={{ id: String(id) }}>
      <CellText look="strong">{shorten(displayName(trader))}</CellText>
    </CellLink>
  );
}

function StateCell({ finding }: CellProps) {
  return (
    <span>
      <FindingBadge finding={finding} />
    </span>
  );
}
