import { sumsubMessage } from "./checker-bodies.schema.ts";
import { type CheckerNews, NO_COMMENT, unreadable } from "./checker-news.rule.ts";

/**
 * Reads a message of Sumsub.
 * @returns `undefined` for types that are ignored
 * @throws RefusalError if the message lacks what its type requires
 */
export function readSumsub(body: unknown): CheckerNews | undefined {
  const { type } = (body ?? {}) as { type?: unknown };
  if (type !== "applicantPending" && type !== "applicantReviewed") return undefined;
  const { success, data } = sumsubMessage.safeParse(body);
  const at = success ? timeOf(data.createdAtMs) : undefined;
  if (!success || at === undefined) throw unreadable();
  const shared = { reference: data.externalUserId, at, facts: {} };
  if (type === "applicantPending") {
    return { ...shared, outcome: "submitted", reason: null, isFinal: false };
  }
  const { reviewResult: result } = data;
  if (!result) throw unreadable();
  if (result.reviewAnswer === "GREEN") {
    return { ...shared, outcome: "approve", reason: null, isFinal: false };
  }
  return {
    ...shared,
    outcome: "reject",
    reason: result.moderationComment || NO_COMMENT,
    isFinal: result.reviewRejectType === "FINAL",
  };
}

/** Sumsub writes times in UTC without a zone, such as `2026-02-21 13:23:19.321`. */
function timeOf(createdAtMs: string | number): Date | undefined {
  const isPlain = typeof createdAtMs === "string" && /^[\d-]{10} [\d:.]+$/.test(createdAtMs);
  const time = new Date(isPlain ? `${createdAtMs.replace(" ", "T")}Z` : createdAtMs);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
