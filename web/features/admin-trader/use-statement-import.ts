import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { MAX_STATEMENT_BYTES } from "../../../src/business/trading/statements/statement.rule.ts";
import { isSessionEnd } from "../../app/api-client/api-error.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { formatCountOf } from "../../domain/format/counts.ts";
import {
  importStatement,
  previewStatement,
  type ImportedStatement,
  type StatementUpload,
} from "./upload-statement.ts";

/** The server refuses such a file as well, but only after the upload. */
export function isTooLarge({ size }: File): boolean {
  return size > MAX_STATEMENT_BYTES;
}

/** Fetches what an import of the file would do, again if a choice changes. */
export function usePreview(upload: StatementUpload) {
  const { userId, file, timeZone, isFinancingCost, stageId } = upload;
  const identity = [file.name, file.size, file.lastModified];
  return useQuery({
    queryKey: ["statement preview", userId, identity, timeZone, isFinancingCost, stageId],
    queryFn: ({ signal }) => previewStatement(upload, { signal }),
    enabled: !isTooLarge(file),
    // The fields show what was found in the file while it is read again.
    placeholderData: keepPreviousData,
    // Not cached: the file does not change, but the records that it is compared with do.
    gcTime: 0,
  });
}

/** Makes an import use the zone and the stage of its preview, whatever has been imported or started since. */
export function asPreviewed(
  upload: StatementUpload,
  preview: Pick<Statement, "timeZone" | "timeZoneSource" | "stageId"> | undefined,
): StatementUpload {
  if (!preview) return upload;
  const { timeZone, timeZoneSource, stageId } = preview;
  return {
    ...upload,
    timeZone: timeZoneSource === "file" ? upload.timeZone : timeZone,
    stageId: stageId ?? undefined,
  };
}

/** Returns whether the details of an imported statement open automatically, in place of a toast. */
export function needsAttention({ statement, isKnown }: ImportedStatement): boolean {
  const { needsConfirmation, reconciliation } = statement;
  return !isKnown && (needsConfirmation || reconciliation.findings.length > 0);
}

/** @param onImported called with the statement before the lists are refreshed */
export function useImport(onImported: (statement: ImportedStatement) => void) {
  const [share, setShare] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const { succeeded, refresh } = useAdminOutcome();
  const mutation = useMutation({
    mutationFn: (upload: StatementUpload) => {
      stop.current = new AbortController();
      setShare(0);
      return importStatement(upload, { onProgress: setShare, signal: stop.current.signal });
    },
    onSuccess: (imported) => {
      onImported(imported);
      // A toast would cover the buttons of the details.
      if (needsAttention(imported)) return refresh();
      const { counts } = imported.statement;
      return imported.isKnown
        ? succeeded("Already imported", "The same file was imported before. Nothing has changed.")
        : succeeded("Statement imported", formatCountOf(counts.new, "new record"));
    },
  });
  const { error } = mutation;
  return {
    share,
    isPending: mutation.isPending,
    error: isStopped || isSessionEnd(error) ? null : error,
    start: mutation.mutateAsync,
    stop: () => {
      setStopped(true);
      stop.current?.abort();
    },
  };
}
