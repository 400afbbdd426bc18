import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { trpc } from "../../trpc.ts";

/** Milliseconds without typing before the preview is updated. */
const DEBOUNCE = 400;

/** Identifies a pass or a payout in the list of choices, such as `payout-42`. */
export type SourceKey = `${"payout" | "stage"}-${number}` | "";

export function sourceKey(source: {
  payoutId?: number | null;
  stageId?: number | null;
}): SourceKey {
  if (source.payoutId) return `payout-${source.payoutId}`;
  return source.stageId ? `stage-${source.stageId}` : "";
}

export function readSourceKey(key: string): { payoutId: number } | { stageId: number } {
  const [kind, id] = key.split("-");
  return kind === "payout" ? { payoutId: Number(id) } : { stageId: Number(id) };
}

interface Texts {
  name: string;
  traderName: string;
}

/** Returns the entered texts that are not blank and differ from the defaults. */
export function changedTexts(entered: Texts, standard: Texts | undefined): Partial<Texts> {
  const differs = (field: keyof Texts) =>
    entered[field].trim() !== "" && entered[field] !== standard?.[field];
  return {
    ...(differs("name") && { name: entered.name }),
    ...(differs("traderName") && { traderName: entered.traderName }),
  };
}

/** Fetches the certificate with its default texts, and as it would be printed with the entered ones. */
export function useDraft(source: string, entered: Texts) {
  const enabled = source !== "";
  const chosen = readSourceKey(source);
  const standard = trpc.admin.certificates.preview.useQuery(chosen, { enabled });
  const settled = useSettled(JSON.stringify(changedTexts(entered, standard.data)));
  const changed = JSON.parse(settled) as Partial<Texts>;
  const drawn = trpc.admin.certificates.preview.useQuery(
    { ...chosen, ...changed },
    { enabled: enabled && standard.isSuccess, placeholderData: keepPreviousData },
  );
  return { standard, drawn };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
