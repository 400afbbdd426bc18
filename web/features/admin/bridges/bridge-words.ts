import { hasFallenSilent } from "../../../../src/business/record/actions/action.rule.ts";
import type { Bridge } from "../../../../src/business/record/actions/action.schema.ts";
import type { BadgeTone } from "../../../components/badge/badge.tsx";
import { formatDuration } from "../../../domain/format/dates.ts";
import { formatCountOf } from "../../../domain/format/figures.ts";

type State = Pick<Bridge, "silentSeconds" | "report">;

/** Returns the conclusion about a bridge in a word or two. */
export function stateOf({ silentSeconds, report }: State): { word: string; tone: BadgeTone } {
  if (silentSeconds === null) return { word: "Never heard", tone: "gray" };
  if (report && report.connectedSince === null) return { word: "Platform away", tone: "red" };
  if (hasFallenSilent(silentSeconds)) {
    return { word: report ? "Behind or silent" : "Silent", tone: "red" };
  }
  if (report && report.failures.length > 0) {
    return { word: formatCountOf(report.failures.length, "failure"), tone: "orange" };
  }
  return { word: "Working", tone: "green" };
}

/** Describes how far the platform's clock is from UTC, by the zone that the connector was given. */
export function describeSkew(seconds: number | null): string {
  if (seconds === null) return "Not known yet";
  const rounded = Math.round(Math.abs(seconds));
  if (rounded < 1) return "In time";
  return `${formatDuration(rounded)} ${seconds > 0 ? "ahead" : "behind"}`;
}
