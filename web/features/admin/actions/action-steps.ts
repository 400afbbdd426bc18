import {
  type Step,
  type SteppedAction,
  stepRefusal,
  steps,
} from "../../../../src/business/record/actions/action.rule.ts";
import type { ListedAction } from "../../../../src/business/record/actions/action.schema.ts";

/** Opens the details of an action, or a step. */
export type OpenAction = (step: Step | "details", id: number) => void;

/** The texts of the steps. A proposed action is rejected, and any other one is cancelled. */
const stepTexts = {
  approve: {
    verb: "Approve",
    pending: "Approving...",
    done: "Action approved",
    effect: "The next bridge that asks receives it.",
  },
  cancel: {
    verb: "Cancel Action",
    pending: "Cancelling...",
    done: "Action cancelled",
    effect: "No bridge will receive it, and the next action of the account follows.",
  },
  reject: {
    verb: "Reject",
    pending: "Rejecting...",
    done: "Action rejected",
    effect: "No bridge will receive it.",
  },
  retry: {
    verb: "Request Again",
    pending: "Requesting...",
    done: "Action requested again",
    effect: "A bridge receives it again, and its next answer counts.",
  },
  fail: {
    verb: "Mark as Failed",
    pending: "Marking...",
    done: "Action marked as failed",
    effect:
      "Check at the platform first: the bridge may have executed it without answering. The next action of the account follows, and a later answer is refused.",
  },
};

export const textsOf = (step: Step, { status }: Pick<ListedAction, "status">) =>
  stepTexts[step === "cancel" && status === "proposed" ? "reject" : step];

/** Returns the steps that an action allows now. */
export function stepsOf(action: SteppedAction, now: Date): { step: Step; verb: string }[] {
  return steps
    .filter((step) => stepRefusal(step, action, now) === undefined)
    .map((step) => ({ step, verb: textsOf(step, action).verb }));
}
