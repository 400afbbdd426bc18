import { format } from "date-fns";
import { kindOf, limitKinds } from "../../../../src/business/rulebook/kinds/kinds.rule.ts";
import type {
  BucketSize,
  Queue,
} from "../../../../src/business/watch/figures/figure-names.rule.ts";
import { formatCalendarDay, formatDuration } from "../../../domain/format/dates.ts";

export const queueNames: Readonly<Record<Queue, string>> = {
  payout: "First decision on a request",
  payment: "Request until it is paid",
  review: "Review",
  appeal: "Appeal",
  action: "Action on the platform",
  identity: "Identity",
  link: "First decision on linked accounts",
};

/** Names a kind of rule that was broken. */
export function kindName(kind: string | null): string {
  if (kind === null) return "Not known";
  const limit = limitKinds.find((each) => each.kind === kind);
  if (limit) return kindOf(limit.kind).name;
  const words = kind.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const sayShare = (share: string | null) => (share === null ? "–" : `${share}%`);

export const saySeconds = (seconds: number | null) =>
  seconds === null ? "–" : formatDuration(seconds);

/**
 * Names a part of a period by its first day: a whole month as `Nov 2026`, other parts as their first day.
 * @param by how the period is divided
 */
export function sayBucket(bucket: string, by: BucketSize): string {
  if (by !== "month" || !bucket.endsWith("-01")) return formatCalendarDay(new Date(bucket));
  return format(new Date(`${bucket}T00:00:00`), "MMM yyyy");
}
