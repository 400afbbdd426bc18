import { createFileRoute, Link } from "@tanstack/react-router";
import type { ListedFinding } from "../../../src/business/decisions/conduct/finding.schema.ts";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { useSubjectTitle } from "../../app/document/page-meta.ts";
import { useLive } from "../../app/live/use-live.ts";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { findingDialogs } from "../../features/admin/conduct/finding-dialogs.ts";
import { FindingPage } from "../../features/admin/conduct/finding-page.tsx";
import { useFinding } from "../../features/admin/conduct/use-finding.ts";
import { FindingChart } from "../../features/records/finding-chart.tsx";
import { useStages } from "../../features/records/use-records.ts";

export const Route = createFileRoute("/admin/conduct_/$id")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof findingDialogs> => raw,
  component: Finding,
  staticData: { title: "Finding" },
});

function Finding() {
  const id = parseId(Route.useParams().id);
  return id === undefined ? <MissingFinding /> : <LoadedFinding key={id} id={id} />;
}

function LoadedFinding({ id }: { id: number }) {
  const query = useFinding(id);
  useSubjectTitle(`Finding #${id}`);
  useLive("reviews");
  return (
    <>
      <BackLink to="/admin/conduct">All findings</BackLink>
      <Loaded query={query} noun="the finding" skeleton={6} missing={<MissingFinding />}>
        {(finding) => <FindingPage finding={finding} chart={<Chart finding={finding} />} />}
      </Loaded>
      <Dialogs of={findingDialogs} />
    </>
  );
}

/** The curve of the stage around the finding. */
function Chart({ finding }: { finding: ListedFinding }) {
  const { userId, stageId } = finding;
  const { data: stages } = useStages({ userId });
  const stage = stages?.find(({ id }) => id === stageId);
  return stage ? <FindingChart source={{ userId }} stage={stage} finding={finding} /> : null;
}

function MissingFinding() {
  return (
    <MessageView
      title="Finding not found"
      text="There is no finding at this address."
      action={<Link to="/admin/conduct">Go to findings</Link>}
    />
  );
}
