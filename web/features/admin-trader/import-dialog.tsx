import { useState } from "react";
import type { Stage } from "../../../src/business/stages/stage.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { UploadProgress } from "../../components/feedback/upload-progress.tsx";
import { Select } from "../../components/field/select.tsx";
import layout from "../../forms/form.module.css";
import { untilSettled } from "../../forms/until-settled.ts";
import { useSingleFlight } from "../../forms/use-single-flight.ts";
import { ImportFailure } from "./import-failure.tsx";
import { currentStage, describeStage } from "./stage-words.ts";
import { StatementPreview } from "./statement-preview.tsx";
import { formatSize } from "./statement-words.ts";
import styles from "./statements.module.css";
import { lastTimeZone } from "./time-zones.ts";
import type { ImportedStatement } from "./upload-statement.ts";
import { useImport, usePreview } from "./use-statement-import.ts";
import { ZoneField } from "./zone-field.tsx";

interface ImportDialogProps {
  userId: number;
  file: File;
  stages: readonly Stage[];
  isOpen: boolean;
  onClose: () => void;
  onImported: (imported: ImportedStatement) => void;
}

/** Shows what a file contains before it is imported, and the progress of the import. */
export function ImportDialog(props: ImportDialogProps) {
  const { userId, file, stages, isOpen, onClose, onImported } = props;
  const [timeZone, setTimeZone] = useState(lastTimeZone);
  const [stageId, setStageId] = useState<number>();
  const upload = { userId, file, timeZone, stageId };
  const preview = usePreview(upload);
  const importing = useImport((imported) => {
    onClose();
    onImported(imported);
  });
  const start = useSingleFlight(() => untilSettled(importing.start(upload)));
  const failure = importing.error ?? (preview.isFetching ? null : preview.error);
  const retry = () => void (importing.error ? start() : preview.refetch());

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
            disabled={preview.data?.id !== null}
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
        <ZoneField value={timeZone} onChange={setTimeZone} disabled={importing.isPending} />
        <StageField
          stages={stages}
          value={stageId}
          onChange={setStageId}
          disabled={importing.isPending}
        />
      </div>
      {failure ? (
        <ImportFailure error={failure} onRetry={retry} />
      ) : (
        <StatementPreview statement={preview.data} />
      )}
    </ViewDialog>
  );
}

function ChosenFile({ file }: { file: File }) {
  return (
    <p className={styles.chosen}>
      <strong>{file.name}</strong>
      <span>{formatSize(file.size)}</span>
    </p>
  );
}

interface StageFieldProps {
  stages: readonly Stage[];
  value: number | undefined;
  onChange: (id: number) => void;
  disabled: boolean;
}

/** Which run of the account the records belong to; the first import starts one itself. */
function StageField({ stages, value, onChange, disabled }: StageFieldProps) {
  const current = currentStage(stages);
  if (!current) return null;
  // Keys that are not numbers keep the order of the stages.
  const options = Object.fromEntries(stages.map((stage) => [`#${stage.id}`, describeStage(stage)]));
  return (
    <Select
      label="Stage"
      hint="The run of the account that the records belong to."
      options={options}
      value={`#${value ?? current.id}`}
      disabled={disabled}
      onChange={({ target }) => onChange(Number(target.value.slice(1)))}
    />
  );
}
