import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { OwnLink } from "../../../src/business/decisions/links/own-link.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { AnchorButton, Button } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { AppealSection, Words } from "../../domain/appeals/appeal-parts.tsx";
import { formatExactMoment } from "../../domain/format/dates.ts";
import { EvidencePanel } from "../../domain/links/evidence-panel.tsx";
import { OwnFactTable } from "../../domain/links/fact-table.tsx";
import { LagHistogram } from "../../domain/links/lag-histogram.tsx";
import { detectorNames } from "../../domain/links/link-words.ts";
import { trpc } from "../../trpc.ts";
import { conclusion, linkState } from "./link-words.ts";

/**
 * Explains a link to one of its traders: what was decided and why, what it means for payouts, what speaks for and against
 * it, what can be done until when, and how to check it. Other traders are letters.
 */
export function LinkLetter({ link }: { link: OwnLink }) {
  const { id, decidedAt, reason, evidence, facts, appeal, appealUntil } = link;
  const { word, tone, words } = linkState(link);
  return (
    <>
      <PageHeader
        title="Your account was linked to others"
        subtitle={`Link #${id}`}
        aside={<Badge tone={tone}>{word}</Badge>}
      />
      <Stack>
        <Panel title="In Short">
          <Box sx={{ display: "grid", gap: 1 }}>
            <Typography sx={{ fontWeight: 550, maxWidth: "60rem" }}>{conclusion(link)}</Typography>
            <p>{words}</p>
            <Facts>
              <Fact name="Decided">{formatExactMoment(decidedAt)}</Fact>
              <Fact name="Reason">
                <Words>{reason}</Words>
              </Fact>
            </Facts>
            {appealUntil ? (
              <p>You can appeal against this decision until {formatExactMoment(appealUntil)}.</p>
            ) : null}
          </Box>
        </Panel>
        <Evidence link={link} />
        {facts.length > 0 ? (
          <Panel
            title="Shared Facts"
            subtitle="What you have in common with others besides trades."
          >
            <OwnFactTable facts={facts} />
          </Panel>
        ) : null}
        {appeal || appealUntil ? (
          <Panel title={appeal ? "Your Appeal" : "Appeal"}>
            <AppealSection subject={{ kind: "link", id }} appeal={appeal} until={appealUntil} />
          </Panel>
        ) : null}
        {evidence.length > 0 ? <FilePanel id={id} /> : null}
      </Stack>
    </>
  );
}

/** The first evidence is shown with its entries at once. */
function Evidence({ link: { id, evidence } }: { link: OwnLink }) {
  const [shown, setShown] = useState<readonly number[]>([0]);
  return evidence.map((each, place) => {
    const other = each.a === "you" ? each.b : each.a;
    const key = `${each.kind} ${other}`;
    if (shown.includes(place)) {
      return <ShownEvidence key={key} id={id} evidence={each} other={other} />;
    }
    return (
      <Panel
        key={key}
        title={detectorNames[each.kind]}
        subtitle={each.sentence}
        aside={
          <Button size="small" onClick={() => setShown([...shown, place])}>
            {`Show Entries of You and ${other}`}
          </Button>
        }
      >
        {null}
      </Panel>
    );
  });
}

interface ShownEvidenceProps {
  id: number;
  evidence: OwnLink["evidence"][number];
  other: string;
}

function ShownEvidence({ id, evidence, other }: ShownEvidenceProps) {
  const { kind, a, b } = evidence;
  const query = trpc.trader.links.rows.useQuery(
    { id, kind, other },
    { staleTime: staleTimes.traderData },
  );
  return (
    <Loaded query={query} noun="the entries" skeleton={6}>
      {(rows) => (
        <EvidencePanel evidence={{ ...evidence, a: capital(a), b: capital(b), rows }}>
          <LagHistogram rows={rows} />
        </EvidencePanel>
      )}
    </Loaded>
  );
}

const capital = (name: string) => (name === "you" ? "You" : name);

function FilePanel({ id }: { id: number }) {
  return (
    <Panel
      title="Check It Yourself"
      aside={
        <AnchorButton href={`/api/user/links/${id}/file`} download size="small">
          <Icon name="download" size={16} />
          Download file
        </AnchorButton>
      }
    >
      <Box component="p" sx={{ "& a": { textDecoration: "underline" } }}>
        The signed file holds the trades that were compared, without names and results of others.
        Anyone can compute the evidence again at <Link to="/verify">Verify</Link> without an
        account.
      </Box>
    </Panel>
  );
}
