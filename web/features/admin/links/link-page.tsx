import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { LinkCaseView } from "../../../../src/business/links/cases/link-case.schema.ts";
import { decisionsFor } from "../../../../src/business/links/cases/link-case.rule.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { NoValue } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { PersonName, shorten } from "../../../domain/format/texts.tsx";
import { Conclusion, KeyHelp, useShortcuts } from "../../../domain/payouts/desk.tsx";
import { EvidencePanel } from "../../../domain/links/evidence-panel.tsx";
import { FactTable } from "../../../domain/links/fact-table.tsx";
import { LagHistogram } from "../../../domain/links/lag-histogram.tsx";
import { linkDialogs } from "./link-dialogs.ts";
import {
  caseStatuses,
  decisionLabels,
  detectorNames,
  factNames,
} from "../../../domain/links/link-words.ts";
import { useLinkRows, useNeighbours } from "../../../domain/links/use-link.ts";

/** Shows a case: what was seen in a sentence, its users, the evidence, and what was decided. */
export function LinkPage({ view }: { view: LinkCaseView }) {
  const { id, status, openedBy, openedAt, reopenedAt, reason, mergedInto } = view;
  const [first] = view.evidence;
  const opened = `Opened by ${openedBy} on ${formatMoment(openedAt)}`;
  const again = reopenedAt ? `, again on ${formatMoment(reopenedAt)}` : "";
  return (
    <>
      <PageHeader
        title={`Case #${id}`}
        subtitle={`${opened}${again}`}
        aside={<Badge tone={caseStatuses[status].tone}>{caseStatuses[status].word}</Badge>}
      />
      <Stack>
        <Panel title="In Short" aside={<LinkActions view={view} />}>
          <Conclusion isUnusual={status === "open" && first !== undefined}>
            {first?.sentence ?? sayWithoutEvidence(view)}
          </Conclusion>
          <SharedToo view={view} />
          <ComparisonLink view={view} />
          {status === "open" || status === "watched" ? (
            <p>
              Until the case is confirmed or dismissed, payout requests of these accounts carry a
              flag. Nothing else happens to them.
            </p>
          ) : null}
          {reason === null ? null : <p>{`Reason: ${reason}`}</p>}
          <LinkKeys view={view} />
          {mergedInto === null ? null : (
            <p>
              <Link to="/admin/links/$id" params={{ id: String(mergedInto) }} style={inText}>
                {`Go to case #${mergedInto}, which it was merged into`}
              </Link>
            </p>
          )}
        </Panel>
        <Panel title="Accounts" subtitle="This view was recorded for each of them.">
          {view.traders.length === 0 ? (
            <p>Nothing connects any account with this case.</p>
          ) : (
            <Table
              name="Accounts"
              columns={traderColumns}
              rows={view.traders}
              rowKey={({ userId }) => String(userId)}
            />
          )}
        </Panel>
        {view.facts.length > 0 ? (
          <Panel title="Shared facts" subtitle="What they have in common besides their trades.">
            <FactTable facts={view.facts} />
          </Panel>
        ) : null}
        <Evidence view={view} />
        {view.decisions.length > 0 ? (
          <Panel title="Decisions">
            <Table
              name="Decisions"
              columns={decisionColumns}
              rows={view.decisions}
              rowKey={({ at, decision }) => `${at.getTime()} ${decision}`}
            />
          </Panel>
        ) : null}
      </Stack>
    </>
  );
}

const inText = { textDecoration: "underline" };

function sayWithoutEvidence({ facts, traders }: LinkCaseView): string {
  return facts.length > 0
    ? `${traders.length} accounts share: ${sayFacts(facts)}. Their trades were compared, and raise nothing.`
    : "Nothing was seen of these accounts that links them.";
}

const sayFacts = (facts: LinkCaseView["facts"]) =>
  new Intl.ListFormat("en").format(new Set(facts.map(({ kind }) => factNames[kind].toLowerCase())));

/** Says beside evidence about trades whether anything else connects the accounts. */
function SharedToo({ view: { evidence, facts } }: { view: LinkCaseView }) {
  if (evidence.length === 0) return null;
  return (
    <p>
      {facts.length > 0
        ? `They also share: ${sayFacts(facts)}.`
        : "They share nothing else that is compared."}
    </p>
  );
}

const decisionKeys = { d: "decide" };
const queueKeys = { j: "next", k: "previous" };

/** The keys of a case. The next one does not open by itself, because every view is recorded for its users. */
function LinkKeys({ view: { id, status } }: { view: LinkCaseView }) {
  const open = useOpenDialog(linkDialogs);
  const navigate = useNavigate();
  const isDecidable = useMay("links.decide") && decisionsFor(status).length > 0;
  const { next, previous } = useNeighbours(id);
  const go = (to: number | undefined) =>
    to === undefined
      ? undefined
      : () => void navigate({ to: "/admin/links/$id", params: { id: String(to) } });
  useShortcuts({
    d: isDecidable ? () => open("decide-link", id) : undefined,
    j: go(next),
    k: go(previous),
  });
  return <KeyHelp keys={isDecidable ? { ...decisionKeys, ...queueKeys } : queueKeys} />;
}

/** Leads from a case without evidence about trades to what the trades of its two users have in common. */
function ComparisonLink({ view: { evidence, traders } }: { view: LinkCaseView }) {
  const [a, b] = traders;
  if (evidence.length > 0 || traders.length !== 2 || !a || !b) return null;
  return (
    <p>
      <Link to="/admin/links/compare" search={{ a: a.userId, b: b.userId }} style={inText}>
        Compare their trades
      </Link>
    </p>
  );
}

function LinkActions({ view: { id, status, withhold } }: { view: LinkCaseView }) {
  const open = useOpenDialog(linkDialogs);
  if (decisionsFor(status).length > 0) {
    return (
      <PermittedButton
        ability="links.decide"
        look="primary"
        onClick={() => open("decide-link", id)}
      >
        Decide Case
      </PermittedButton>
    );
  }
  if (status !== "confirmed") return null;
  return (
    <PermittedButton ability="links.decide" onClick={() => open("withhold-link", id)}>
      {withhold ? "Stop Withholding" : "Withhold"}
    </PermittedButton>
  );
}

const traderColumns: Column<LinkCaseView["traders"][number]>[] = [
  {
    title: "Name",
    isHeader: true,
    cell: (trader) => (
      <Lines below={shorten(trader.email)}>
        <Link to="/admin/users/$id" params={{ id: String(trader.userId) }} style={inText}>
          <PersonName of={trader} />
        </Link>
      </Lines>
    ),
  },
  { title: "Number", cell: ({ userId }) => `#${userId}` },
  { title: "Login", cell: ({ login }) => login ?? <NoValue>None</NoValue> },
  {
    title: "Cleared",
    cell: ({ clearedAt }) => (clearedAt ? formatMoment(clearedAt) : <NoValue>No</NoValue>),
  },
];

const decisionColumns: Column<LinkCaseView["decisions"][number]>[] = [
  { title: "Decision", isHeader: true, cell: ({ decision }) => decisionLabels[decision] },
  { title: "Reason", cell: ({ reason }) => reason },
  { title: "By", cell: ({ by }) => by },
  { title: "At", cell: ({ at }) => formatMoment(at) },
];

/** The first evidence is shown at once; each view of rows is recorded for both accounts. */
function Evidence({ view: { id, evidence, traders } }: { view: LinkCaseView }) {
  const [shown, setShown] = useState<readonly number[]>([0]);
  return evidence.map((each, place) =>
    shown.includes(place) ? (
      <ShownEvidence
        key={`${each.kind} ${each.a} ${each.b}`}
        id={id}
        evidence={each}
        traders={traders}
      />
    ) : (
      <Panel
        key={`${each.kind} ${each.a} ${each.b}`}
        title={detectorNames[each.kind]}
        subtitle={each.sentence}
        aside={
          <Button size="small" onClick={() => setShown([...shown, place])}>
            {`Show entries of #${each.a} and #${each.b}`}
          </Button>
        }
      >
        {null}
      </Panel>
    ),
  );
}

type EvidenceOfCase = LinkCaseView["evidence"][number];

interface ShownEvidenceProps {
  id: number;
  evidence: EvidenceOfCase;
  traders: LinkCaseView["traders"];
}

function ShownEvidence({ id, evidence, traders }: ShownEvidenceProps) {
  const { kind, a, b } = evidence;
  const nameOf = (userId: number) => {
    const fullName = traders.find((trader) => trader.userId === userId)?.fullName;
    // Isolated, because a name in Arabic or Hebrew would turn the words around it.
    return fullName ? `\u2068${shorten(fullName)}\u2069 (#${userId})` : `User ${userId}`;
  };
  const query = useLinkRows({ id, kind, a, b });
  return (
    <Loaded query={query} noun="the entries" skeleton={6}>
      {(rows) => (
        <EvidencePanel evidence={{ ...evidence, rows, a: nameOf(a), b: nameOf(b) }}>
          <LagHistogram rows={rows} />
        </EvidencePanel>
      )}
    </Loaded>
  );
}
