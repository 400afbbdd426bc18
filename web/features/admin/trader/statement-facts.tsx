import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type {
  Statement,
  StatementFinding,
} from "../../../../src/business/record/statements/statement.schema.ts";
import { sayMoment, sayTimes } from "../../../domain/format/dates.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import {
  type StatementStatus,
  statusOf,
} from "../../../../src/business/record/statements/statement.rule.ts";
import {
  briefMessage,
  describeCounts,
  describePeriod,
  describeZoneSource,
  findingName,
  formatSize,
  groupAmounts,
  statementFormatLabels,
  statusWords,
} from "../../../domain/statements/statement-words.tsx";
import { type ReactNode, useId, useState } from "react";
import { formatMoney, formatResult } from "../../../../src/platform/money/money.ts";
import { Fact, Facts, NoValue } from "../../../components/panel/facts.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { keysOf } from "../../../../src/platform/fields/keys-of.rule.ts";
import { Button } from "../../../components/button/button.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { shorten } from "../../../domain/format/texts.tsx";

interface StatementSummaryProps {
  statement: Statement;
  /** Leaves out whether the records count, which is not decided before the import. */
  isPreview?: boolean;
}

/** Shows the status in a word and a sentence, and who changed it. */
export function StatementSummary({ statement, isPreview = false }: StatementSummaryProps) {
  const agreement = statement.reconciliation.status;
  const status = isPreview ? agreement : statusOf(statement);
  const counts = !isPreview && status === "inconsistent";
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Verdict status={status} more={counts ? "Its records still count." : undefined} />
      {status === agreement ? null : <Verdict status={agreement} />}
      <Decision statement={statement} />
    </Box>
  );
}

function Verdict({ status, more }: { status: StatementStatus; more?: string }) {
  const { word, tone, meaning } = statusWords[status];
  return (
    <Stack
      component="p"
      direction={{ xs: "column", sm: "row" }}
      sx={{
        alignItems: "start",
        gap: { xs: 0.75, sm: 1.25 },
        "& > :first-of-type": { flex: "none" },
      }}
    >
      <Badge tone={tone}>{word}</Badge>
      <span>{[meaning, more].filter(Boolean).join(" ")}</span>
    </Stack>
  );
}

function Decision({ statement }: { statement: Statement }) {
  const { confirmedAt, confirmedBy, withdrawnAt, withdrawnBy, withdrawnReason } = statement;
  return (
    <>
      {confirmedAt ? (
        <Box component="p" sx={{ color: "text.secondary" }}>
          Confirmed{confirmedBy ? ` by ${confirmedBy}` : ""} on {sayMoment(confirmedAt)}.
        </Box>
      ) : null}
      {withdrawnAt ? (
        <Box component="p" sx={{ color: "text.secondary" }}>
          Withdrawn{withdrawnBy ? ` by ${withdrawnBy}` : ""} on {sayMoment(withdrawnAt)}
          {withdrawnReason ? `: “${withdrawnReason}”` : "."}
        </Box>
      ) : null}
    </>
  );
}

const notStated = <NoValue>Not stated</NoValue>;

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ "& dl > div": { minHeight: "2.25rem" } }}>
      <GroupTitle>{title}</GroupTitle>
      <Facts>{children}</Facts>
    </Box>
  );
}

/** Shows what was read from the file: its account, its records, and whether its balances add up. */
export function StatementFacts({ statement, more }: { statement: Statement; more?: ReactNode }) {
  const { login, accountName, currency } = statement;
  return (
    <Groups>
      <Group title="File">
        {statement.id === null ? null : <Fact name="Statement">{`#${statement.id}`}</Fact>}
        <Fact name="Format">{statementFormatLabels[statement.format]}</Fact>
        <Fact name="Size">{formatSize(statement.size)}</Fact>
        <Fact name="Account">{[login, accountName].filter(Boolean).join(" · ") || notStated}</Fact>
        <Fact name="Currency">{currency ?? notStated}</Fact>
        <Fact name="Time Zone">{describeZoneSource(statement)}</Fact>
        {more}
      </Group>
      <Group title="Records">
        <Fact name="Period">{describePeriod(statement)}</Fact>
        <Fact name="Contents">{describeCounts(statement.counts)}</Fact>
        <RecordCounts statement={statement} />
      </Group>
    </Groups>
  );
}

function RecordCounts({ statement: { counts } }: { statement: Statement }) {
  return (
    <>
      <Fact name="Deals" isAmount>
        {formatCount(counts.deals)}
      </Fact>
      {counts.cancelledOrders > 0 ? (
        <Fact name="Cancelled Orders" isAmount>
          {formatCount(counts.cancelledOrders)}
        </Fact>
      ) : null}
      <Fact name="New Records" isAmount>
        {formatCount(counts.new)}
      </Fact>
      <Fact name="Already Known" isAmount>
        {formatCount(counts.known)}
      </Fact>
      <Fact name="Conflicts" isAmount>
        {formatCount(counts.conflicts)}
      </Fact>
    </>
  );
}

const totalNames = {
  profit: "Profit",
  commission: "Commission",
  swap: "Swap",
  fee: "Fees",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  corrections: "Corrections",
  credits: "Credits",
} as const satisfies Record<keyof Statement["totals"], string>;

const totalOrder = keysOf(totalNames);

/** Shows the totals of the rows and the balances stated in the file. Totals of zero are left out, except the profit. */
export function StatementTotals({ statement }: { statement: Statement }) {
  const { totals, openingBalance, closingBalance, reconciliation, currency, financing } = statement;
  const isDerived = reconciliation.status === "partial" && openingBalance !== null;
  const shown = totalOrder.filter((name) => name === "profit" || totals[name] !== "0.00");
  return (
    <Groups>
      <Group title="Totals">
        {shown.map((name) => (
          <Fact key={name} name={totalNames[name]} isAmount>
            {formatResult(totals[name], currency)}
          </Fact>
        ))}
        {financing ? (
          <Fact
            name={financing.areCosts ? "Financing, in Fees" : "Financing, in Withdrawals"}
            isAmount
          >
            {formatResult(financing.amount, currency)}
          </Fact>
        ) : null}
      </Group>
      <Group title="Balances">
        <Fact name={isDerived ? "Opening Balance, Derived" : "Opening Balance"} isAmount>
          {openingBalance === null ? notStated : formatMoney(openingBalance, currency)}
        </Fact>
        <Fact name="Closing Balance" isAmount>
          {closingBalance === null ? notStated : formatMoney(closingBalance, currency)}
        </Fact>
        <Fact name="Difference" isAmount>
          {formatResult(reconciliation.difference, currency)}
        </Fact>
      </Group>
    </Groups>
  );
}

interface Finding extends StatementFinding {
  place: number;
}

const FEW = 8;

const columns: Column<Finding>[] = [
  { title: "Row", cell: ({ row }) => row ?? "—" },
  {
    title: "Finding",
    cell: (finding) => (
      <>
        <strong>{findingName(finding)}</strong>
        <Box sx={{ color: "text.secondary" }}>{sayTimes(shorten(briefMessage(finding)))}</Box>
      </>
    ),
  },
  { title: "Expected", cell: ({ expected }) => <Value text={expected} /> },
  { title: "In the file", cell: ({ actual }) => <Value text={actual} /> },
];

function Value({ text }: { text: string | null }) {
  return (
    <Box sx={{ minWidth: "5.5rem", maxWidth: "14rem", overflowWrap: "break-word" }}>
      {text === null ? "—" : sayTimes(shorten(groupAmounts(text)))}
    </Box>
  );
}

/** Adds the position as a key, because findings have no id. */
function number(finding: StatementFinding, place: number): Finding {
  return { ...finding, place };
}

/** Lists where the file contradicts itself, the account or other sources, by row. */
export function StatementFindings({ findings }: { findings: readonly StatementFinding[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const headingId = useId();
  if (findings.length === 0) return null;
  const hidden = showsAll ? 0 : Math.max(0, findings.length - FEW);
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ "& table": { mt: 1.25 } }}>
      <GroupTitle id={headingId}>Findings</GroupTitle>
      <Table
        name="Findings"
        columns={columns}
        rows={findings.slice(0, showsAll ? undefined : FEW).map(number)}
        rowKey={({ place }) => place}
      />
      {hidden > 0 ? (
        <Box sx={{ pt: 1.5 }}>
          <Button size="small" onClick={() => setShowsAll(true)}>
            {`Show All ${formatCount(findings.length)} Findings`}
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}

/** Groups of facts, side by side if there is room. */
export const Groups = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: "grid",
      gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 18rem), 1fr))",
      gap: "1.25rem 2.5rem",
    }}
  >
    {children}
  </Box>
);

const GroupTitle = ({ id, children }: { id?: string; children: string }) => (
  <Typography id={id} variant="h3" sx={{ pb: 1, borderBottom: "1px solid var(--line-strong)" }}>
    {children}
  </Typography>
);
