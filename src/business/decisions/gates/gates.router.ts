import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { presentWaitingStep, waitingStepInput } from "./waiting-step.schema.ts";
import { readPresentStep } from "./waiting-step.queries.ts";

const { administratorCall } = callsAbout("Administration");

/** What gates hold back. */
export const adminGatesRouter = t.router({
  /** For the web client: the step that waits for the trader with this id. */
  waitingStep: administratorCall("traders.read", { scope: "records:read" })
    .input(waitingStepInput)
    .output(presentWaitingStep.nullable())
    .query(({ ctx, input }) => readPresentStep(ctx.app, input.id)),
});
