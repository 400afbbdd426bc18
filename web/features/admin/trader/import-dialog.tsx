import Box from "@mui/material/Box";
import { useState } from "react";
import type { Statement } from "../../../../src/business/record/statements/statement.schema.ts";
import type { Stage } from "../../../../src/business/record/stages/stage.schema.ts";
import { Button } from "../../../components/button/button.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { UploadProgress } from "../../../components/feedback/upload-progress.tsx";
import { ZoneField } from "../../../components/field/zone-field.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import { untilSettled } from "../../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../../components/forms/use-single-flight.ts";
import { StatementPreview } from "./statement-preview.tsx";
import { formatSize } from "../../../domain/statements/statement-words.tsx";
import {
  asPreviewed,
  type ImportedStatement,
  isTooLarge,
  useImport,
  usePreview,
} from "./statement-import.ts";
import { describeApiError, readApiError } from "../../../app/api-client/api-error.ts";
import { Notice } from "../../../components/feedback/notice.tsx";
import { Select } from "../../../components/field/select.tsx";
import { currentStage } from "../../../domain/stages/current-stage.ts";
import { describeStage } from "./stage-words.ts";
import { formatResult } from "../../../../src/platform/money/money.ts";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { formatCountOf } from "../../../domain/format/figures.ts";

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
            <Box sx={{ flex: "1 1 14rem", alignSelf: "center" }}>
              <UploadProgress share={importing.share} afterwards="Reading the file..." />
            </Box>
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
      <FormFields isWide>
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
      </FormFields>
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
    <p>
      <Box component="strong" sx={{ mr: 1.5, color: "text.primary" }}>
        {file.name}
      </Box>
      {formatSize(file.size)}
    </p>
  );
}

/** Shows the server's reason for refusing the file, and what to do about it. */
function ImportFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { httpStatus } = readApiError(error);
  const reason = describeApiError(error, "The statement could not be imported");
  if (httpStatus === 413) return <TooLarge text={reason} />;
  if (httpStatus === 400) {
    return (
      <Notice tone="warning" title="This file cannot be imported">
        <p>{reason}</p>
        <p>
          Nothing was stored. Cancel, and choose a report exported from MetaTrader 4 or 5, or a CSV
          file of the trades.
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title="The file could not be read">
      <p>{reason}</p>
      <div>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Notice>
  );
}

function TooLarge({ text }: { text: string }) {
  return (
    <Notice tone="warning" title="This file cannot be imported">
      <p>{text}</p>
      <p>
        Export a shorter period, or the same trades as CSV, and import the parts one after the
        other.
      </p>
    </Notice>
  );
}

interface StageFieldProps {
  stages: readonly Stage[];
  value: number | undefined;
  onChange: (id: number) => void;
  disabled: boolean;
}

/** Selects the stage that the records belong to. Hidden if the account has no stage: the first import starts one. */
function StageField({ stages, value, onChange, disabled }: StageFieldProps) {
  const current = currentStage(stages);
  if (!current) return null;
  // The keys are not numeric, so the object preserves the order of the stages.
  const options = Object.fromEntries(stages.map((stage) => [`#${stage.id}`, describeStage(stage)]));
  return (
    <Select
      label="Stage"
      hint="The stage that the records belong to."
      options={options}
      value={`#${value ?? current.id}`}
      disabled={disabled}
      onChange={({ target }) => onChange(Number(target.value.slice(1)))}
    />
  );
}

interface FinancingFieldProps {
  /** The preview; `undefined` while the file is read for the first time. */
  statement: Statement | undefined;
  isCost: boolean;
  onChange: (isCost: boolean) => void;
  disabled: boolean;
}

/** Decides whether balance operations with a financing comment are costs. Hidden if the file has none. */
function FinancingField({ statement, isCost, onChange, disabled }: FinancingFieldProps) {
  const financing = statement?.financing;
  if (!financing || statement.id !== null) return null;
  const operations = formatCountOf(financing.count, "balance operation");
  return (
    <Checkbox
      label="Financing Is a Cost"
      hint={`${operations} with a financing comment, ${formatResult(financing.amount, statement.currency)} in total. Otherwise they are deposits and withdrawals.`}
      checked={isCost}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
