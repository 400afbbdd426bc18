import type {
  LimitVerdict,
  ObjectiveVerdict,
  Verdict,
} from "../../../src/business/judgement/engine/verdict.schema.ts";
import type { BreachStanding, Status } from "./verdict-words.ts";

/** In percent of the limit; less room than this counts as close. */
const CLOSE_PERCENT = 20;

interface LimitContext {
  outcome: Verdict["outcome"];
  standing: BreachStanding;
  isFinal: boolean;
  /** In percent of the limit; `null` if the limit is not known in money. */
  roomPercent: number | null;
}

export function limitStatus({ status }: LimitVerdict, context: LimitContext): Status {
  if (status === "undetermined") return { word: "Undetermined", tone: "orange" };
  if (status === "breached") return brokenStatus(context);
  const isClose = context.roomPercent !== null && context.roomPercent < CLOSE_PERCENT;
  return isClose && !context.isFinal
    ? { word: "Close to the limit", tone: "orange" }
    : { word: "Kept", tone: "green" };
}

/** A breach that does not end the evaluation is only reported; others must be confirmed by an administrator. */
function brokenStatus({ outcome, standing }: LimitContext): Status {
  if (outcome !== "breached") return { word: "Crossed, reported", tone: "orange" };
  if (standing === "confirmed") return { word: "Breached", tone: "red" };
  return standing === "under_review"
    ? { word: "Under review", tone: "yellow" }
    : { word: "Not confirmed", tone: "gray" };
}

export function objectiveStatus(
  { status }: ObjectiveVerdict,
  { isFinal }: { isFinal: boolean },
): Status {
  if (status === "met") return { word: "Met", tone: "green" };
  return { word: isFinal ? "Not met" : "Not yet met", tone: "gray" };
}
