import Box from "@mui/material/Box";
import type { TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { LadderPanel } from "../../../domain/stages/ladder.tsx";
import { openStage } from "../../../domain/stages/current-stage.ts";
import { OrdersPanel } from "./orders-panel.tsx";
import { traderDialogs } from "./trader-dialogs.ts";
import { useStages } from "./use-trader.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import type { Stage } from "../../../../src/business/record/stages/stage.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { TextButton } from "../../../components/button/text-button.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import { useVersions, versionName } from "../../../domain/rules/rule-versions.tsx";
import { describeOutcome, describeStage } from "./stage-words.ts";

/** Shows the stages of a trader's account. */
export function StagesTab({ trader }: { trader: TraderListItem }) {
  const query = useStages(trader.id);
  const openDialog = useOpenDialog(traderDialogs);
  const open = query.data && openStage(query.data);
  const canCorrect = open !== undefined && trader.tradingAccount.recordedAt !== null;
  return (
    <Stack>
      <LadderPanel owner={{ userId: trader.id }} />
      <Panel
        title="Stages"
        subtitle="A stage is one attempt of the account at a phase. Records belong to the stage during which they occurred."
        aside={
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
            {canCorrect ? (
              <PermittedButton
                ability="records.write"
                size="small"
                onClick={() => openDialog("correct-balance")}
              >
                Correct Balance
              </PermittedButton>
            ) : null}
            <PermittedButton
              ability="stages.write"
              size="small"
              disabled={!query.data}
              onClick={() => openDialog("assign-programme")}
            >
              Start a Programme
            </PermittedButton>
            <PermittedButton
              ability="stages.write"
              size="small"
              look="primary"
              disabled={!query.data}
              onClick={() => openDialog("start-stage")}
            >
              Start a Stage
            </PermittedButton>
          </Box>
        }
      >
        <Loaded query={query} noun="stages" skeleton={3}>
          {(stages) =>
            stages.length > 0 ? (
              <StageList stages={stages} />
            ) : (
              <EmptyState
                icon="plus"
                title="No stages yet"
                text="Start one here, or import a statement: the first import starts a stage with its opening balance."
              />
            )
          }
        </Loaded>
      </Panel>
      <OrdersPanel userId={trader.id} />
    </Stack>
  );
}

/** Lists the stages of an account, newest first. */
function StageList({ stages }: { stages: readonly Stage[] }) {
  const openDialog = useOpenDialog(traderDialogs);
  const { isPending, versions } = useVersions();
  const nameOf = ({ rulesVersionId }: Stage) => {
    const version = rulesVersionId === null ? undefined : versions.get(rulesVersionId);
    return version ? versionName(version) : "No rules";
  };
  const columns: Column<Stage>[] = [
    {
      title: "Phase",
      cell: ({ phase }) => <strong>{shorten(phase)}</strong>,
    },
    {
      title: "Initial Balance",
      cell: ({ initialBalance, currency }) => formatMoney(initialBalance, currency),
    },
    { title: "Login", cell: ({ login }) => login ?? "—" },
    { title: "Started", cell: ({ startedAt }) => formatMoment(startedAt) },
    {
      title: "Ended",
      cell: ({ endedAt }) => (endedAt ? formatMoment(endedAt) : "—"),
    },
    {
      title: "Rules",
      cell: (stage) => {
        if (isPending) return "…";
        const isUnset = stage.rulesVersionId === null && stage.endedAt === null;
        const name = describeStage(stage);
        return (
          <TextButton
            aria-label={isUnset ? `Set rules of ${name}` : `Rules of ${name}: ${nameOf(stage)}`}
            onClick={() => openDialog("stage-rules", stage.id)}
          >
            {isUnset ? "Set rules" : nameOf(stage)}
          </TextButton>
        );
      },
    },
    {
      title: "Outcome",
      cell: (stage) => {
        const { word, tone } = describeOutcome(stage);
        return <Badge tone={tone}>{word}</Badge>;
      },
    },
    {
      title: "Actions",
      align: "end",
      cell: (stage) =>
        stage.endedAt === null ? (
          <PermittedButton
            ability="stages.write"
            size="small"
            onClick={() => openDialog("end-stage", stage.id)}
          >
            End Stage
          </PermittedButton>
        ) : (
          "—"
        ),
    },
  ];
  return <Table name="Stages" columns={columns} rows={stages} rowKey={({ id }) => id} />;
}
