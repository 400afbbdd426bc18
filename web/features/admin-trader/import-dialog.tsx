import { useState } from "react";
import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { UploadProgress } from "../../components/feedback/upload-progress.tsx";
import { ZoneField } from "../../components/field/zone-field.tsx";
import layout from "../../components/forms/form.module.css";
import { untilSettled } from "../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../components/forms/use-single-flight.ts";
import { ImportFailure, TooLarge } from "./import-failure.tsx";
import { StageField } from "./stage-field.tsx";
import { StatementPreview } from "./statement-preview.tsx";
import { formatSize } from "../../domain/statements/statement-words.ts";
import styles from "./statements.module.css";
import { FinancingField } from "./financing-field.tsx";
import type { ImportedStatement } from "./upload-statement.ts";
import { asPreviewed, isTooLarge, useImport, usePreview } from "./use-statement-import.ts";

interface ImportDialogProps {
  userId: number;
  file: File;
  stages: readonly Stage[];
  isOpen: boolean;
  onClose: () => void;
  onImported: (imported: ImportedStatement) => void;
}

/** Previews a file before it is imported, and shows the progress of the import. */
export function ImportDialog(props: ImportDialogProps) {
  const { userId, file, stages, isOpen, onClose, onImported } = props;
  const [timeZone, setTimeZone] = useState<string>();
  const [isFinancingCost, setFinancingCost] = useState(false);
  const [stageId, setStageId] = useState<number>();
  const upload = { userId, file, timeZone, isFinancingCost, stageId };
  const preview = usePreview(upload);
  const importing = useImport((imported) => {
    onClose();
    onImported(imported);
  });
  const start = useSingleFlight(() =>
    untilSettled(importing.start(asPreviewed(upload, preview.data))),
  );

  function cancel() {
    importing.stop();
    onClose();
  }

  return (
    <ViewDialog
      title="Import Statement"
      isOpen={isOpen}
      onClose={cancel}
      size="md"
      holdsInput
      actions={
        <>
          {importing.isPending ? (
            <div className={styles.progress}>
              <UploadProgress share={importing.share} afterwards="Reading the file..." />
            </div>
          ) : null}
          <Button onClick={cancel}>Cancel</Button>
          <Button
            look="primary"
            disabled={preview.data?.id !== null || preview.isPlaceholderData}
            isPending={importing.isPending}
            pendingLabel="Importing..."
            onClick={() => void start()}
          >
            Import
          </Button>
        </>
      }
    >
      <ChosenFile file={file} />
      <div className={layout.fields}>
        <ZoneField
          hint={zoneHint(timeZone === undefined ? preview.data : undefined)}
          value={timeZone ?? preview.data?.timeZone ?? ""}
          onChange={setTimeZone}
          // The zone that is found would replace what is being typed.
          disabled={
            importing.isPending ||
            (preview.isPending && timeZone === undefined) ||
            preview.data?.timeZoneSource === "file"
          }
        />
        <StageField
          stages={stages}
          value={stageId}
          onChange={setStageId}
          disabled={importing.isPending}
        />
        <FinancingField
          statement={preview.data}
          isCost={isFinancingCost}
          onChange={setFinancingCost}
          disabled={importing.isPending}
        />
      </div>
      <ImportOutlook file={file} preview={preview} error={importing.error} onRetry={start} />
    </ViewDialog>
  );
}

interface ImportOutlookProps {
  file: File;
  preview: ReturnType<typeof usePreview>;
  /** The error of an import that failed after its preview. */
  error: Error | null;
  onRetry: () => Promise<void>;
}

/** Shows what the file contains, or why it cannot be imported. */
function ImportOutlook({ file, preview, error, onRetry }: ImportOutlookProps) {
  if (isTooLarge(file)) return <TooLarge text="A statement must not be larger than 50 MB." />;
  if (error) return <ImportFailure error={error} onRetry={() => void onRetry()} />;
  if (preview.error && !preview.isFetching) {
    return <ImportFailure error={preview.error} onRetry={() => void preview.refetch()} />;
  }
  return <StatementPreview statement={preview.isPlaceholderData ? undefined : preview.data} />;
}

const zoneHints = {
  file: "The file states the offset of its times.",
  chosen: "The zone of the times in the file.",
  earlier:
    "The zone of the trader's statement before. Choose another one if it is not that of this file.",
  firm: "The firm's time zone. Choose that of the file: MetaTrader servers often use Eastern European time, such as Europe/Athens.",
} as const satisfies Record<Statement["timeZoneSource"], string>;

/** Says why the zone is used. @param statement the preview, unless a zone has been chosen */
function zoneHint(statement: Statement | undefined): string {
  return zoneHints[statement?.timeZoneSource ?? "chosen"];
}

function ChosenFile({ file }: { file: File }) {
  return (
    <p className={styles.chosen}>
      <strong>{file.name}</strong>
      <span>{formatSize(file.size)}</span>
    </p>
  );
}
