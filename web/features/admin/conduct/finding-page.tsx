import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ListedFinding } from "../../../../src/business/decisions/conduct/finding.schema.ts";
import { conductNames } from "../../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { AppealFacts } from "../../../domain/appeals/appeal-parts.tsx";
import { FindingBadge, FindingFacts } from "../../../domain/conduct/finding-facts.tsx";
import { findingSentence } from "../../../domain/conduct/finding-words.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { PersonName } from "../../../domain/format/texts.tsx";
import { Conclusion, KeyHelp, useShortcuts } from "../../../domain/payouts/desk.tsx";
import { CaseDownload } from "../../../domain/verdicts/case-download.tsx";
import { useStageRules } from "../../../domain/verdicts/use-verdict.ts";
import { findingDialogs } from "./finding-dialogs.ts";
import { useNeighbours, useOpenFinding } from "./use-finding.ts";

interface FindingPageProps {
  finding: ListedFinding;
  /** The chart of the stage around the finding. */
  chart: ReactNode;
}

/** Shows a finding: the sentence first, then what it rests on, the chart, and what can be done. */
export function FindingPage({ finding, chart }: FindingPageProps) {
  const { id, userId, stageId, kind, index, foundAt, trader, currency, appeal } = finding;
  const { data: rules } = useStageRules({ userId }, stageId);
  const open = useOpenDialog(findingDialogs);
  const context = { currency, timeZone: rules?.day.timeZone };
  const rule = rules?.words.find((each) => each.list === "conduct" && each.index === index);
  const canWaive = finding.status === "stands";
  return (
    <>
      <PageHeader
        title={conductNames[kind]}
        subtitle={`Finding #${id}, found ${formatMoment(foundAt)}`}
        aside={<FindingBadge finding={finding} />}
      />
      <Stack>
        <Panel
          title="In Short"
          aside={
            canWaive ? (
              <PermittedButton
                ability="reviews.decide"
                look="primary"
                onClick={() => open("waive", id)}
              >
                Waive Finding
              </PermittedButton>
            ) : null
          }
        >
          <Stack>
            <Conclusion isUnusual={canWaive}>{findingSentence(finding, context)}</Conclusion>
            <p>
              {"Trader: "}
              <Link to="/admin/users/$id" params={{ id: String(userId) }} style={inText}>
                <PersonName of={trader} />
              </Link>
            </p>
            <FindingKeys finding={finding} />
          </Stack>
        </Panel>
        <Panel title="What It Rests On" subtitle={rule?.words}>
          <FindingFacts finding={finding} {...context} />
        </Panel>
        {chart}
        {appeal ? (
          <Panel title="Appeal">
            <Stack>
              <AppealFacts appeal={appeal} attachments={[]} />
              <p>
                <Link to="/admin/appeals" search={{ appeal: appeal.id }} style={inText}>
                  Open the appeal
                </Link>
              </p>
            </Stack>
          </Panel>
        ) : null}
        <Panel title="The Case" aside={<CaseDownload owner={{ userId }} stageId={stageId} />}>
          <p>The case file holds the records, the rules, the events and the verdict.</p>
        </Panel>
      </Stack>
    </>
  );
}

const waiverKeys = { w: "waive" };
const queueKeys = { j: "next", k: "previous" };

function FindingKeys({ finding: { id, status } }: { finding: ListedFinding }) {
  const open = useOpenDialog(findingDialogs);
  const isWaivable = useMay("reviews.decide") && status === "stands";
  const { next, previous } = useNeighbours(id);
  const openFinding = useOpenFinding();
  useShortcuts({
    w: isWaivable ? () => open("waive", id) : undefined,
    j: next === undefined ? undefined : () => openFinding(next),
    k: previous === undefined ? undefined : () => openFinding(previous),
  });
  return <KeyHelp keys={isWaivable ? { ...waiverKeys, ...queueKeys } : queueKeys} />;
}

const inText = { textDecoration: "underline" };
