import { Link } from "@tanstack/react-router";
import type { Appeal } from "../../../../src/business/decisions/appeals/appeal.schema.ts";
import { useMay } from "../../../app/session/use-may.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { Words } from "../../../domain/appeals/appeal-parts.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { FactTable } from "../../../domain/links/fact-table.tsx";
import { caseStatuses, detectorNames } from "../../../domain/links/link-words.ts";
import { useLink } from "../../../domain/links/use-link.ts";

type AppealedLink = NonNullable<Appeal["link"]>;

/** The link as it was confirmed, and the case for those who may read it. */
export function LinkSide({ link }: { link: AppealedLink }) {
  const { id, status, decidedAt, decidedBy, reason, withhold, clearedAt } = link;
  const { word, tone } = caseStatuses[status];
  return (
    <>
      <Panel title="The Link" subtitle={`Case #${id}`} aside={<Badge tone={tone}>{word}</Badge>}>
        <Facts>
          <Fact name="Confirmed">
            {formatMoment(decidedAt)} by {decidedBy ?? "—"}
          </Fact>
          <Fact name="Reason">
            <Words>{reason}</Words>
          </Fact>
          <Fact name="Payouts">{withhold ? "To be withheld" : "Not withheld"}</Fact>
          {clearedAt ? <Fact name="Cleared">{formatMoment(clearedAt)}</Fact> : null}
        </Facts>
      </Panel>
      {useMay("links.read") ? <TheCase id={id} /> : null}
    </>
  );
}

function TheCase({ id }: { id: number }) {
  return (
    <Panel title="The Case" subtitle="This view was recorded for each of its users.">
      <Loaded query={useLink(id)} noun="the case" skeleton={4}>
        {({ evidence, facts }) => (
          <Stack>
            {evidence.map(({ kind, a, b, sentence }) => (
              <p key={`${kind} ${a} ${b}`}>{`${detectorNames[kind]}: ${sentence}`}</p>
            ))}
            {facts.length > 0 ? <FactTable facts={facts} /> : null}
            <p>
              <Link to="/admin/links/$id" params={{ id: String(id) }} style={inText}>
                Open the case
              </Link>{" "}
              for its users, each entry and every decision.
            </p>
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

const inText = { textDecoration: "underline" };
