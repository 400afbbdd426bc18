import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { useVersions, versionName } from "../../domain/rules/rule-versions.tsx";
import { describeOutcome, describeStage } from "./stage-words.ts";
import styles from "./stages.module.css";
import { PermittedButton } from "../../app/session/permitted-button.tsx";

interface StageListProps {
  stages: readonly Stage[];
  onEnd: (stage: Stage) => void;
  onRules: (stage: Stage) => void;
}

/** Lists the stages of an account, newest first. */
export function StageList({ stages, onEnd, onRules }: StageListProps) {
  const { isPending, versions } = useVersions();
  const nameOf = ({ rulesVersionId }: Stage) => {
    const version = rulesVersionId === null ? undefined : versions.get(rulesVersionId);
    return version ? versionName(version) : "No rules";
  };
  const columns: Column<Stage>[] = [
    {
      title: "Phase",
      cell: ({ phase }) => <span className={styles.phase}>{shorten(phase)}</span>,
    },
    {
      title: "Initial Balance",
      cell: ({ initialBalance, currency }) => (
        <span className={styles.amount}>{formatMoney(initialBalance, currency)}</span>
      ),
    },
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
            onClick={() => onRules(stage)}
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
          <PermittedButton ability="stages.write" size="small" onClick={() => onEnd(stage)}>
            End Stage
          </PermittedButton>
        ) : (
          "—"
        ),
    },
  ];
  return <Table name="Stages" columns={columns} rows={stages} rowKey={({ id }) => id} />;
}
