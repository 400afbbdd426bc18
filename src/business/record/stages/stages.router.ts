import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { endStage } from "./end-stage.ts";
import { changeStageRules } from "./change-stage-rules.ts";
import {
  changeStageRulesInput,
  endStageInput,
  stage,
  stagesOfTraderInput,
  startStageInput,
} from "./stage.schema.ts";
import { listStages, readStageRules } from "./stages.queries.ts";
import { ownStageRulesInput, stageRules, stageRulesInput } from "./stage-rules.schema.ts";
import { startStage } from "./start-stage.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Records");

/** The stages of the trader's own account. */
export const traderStagesRouter = t.router({
  list: traderCall({
    rest: "GET /user/stages",
    summary: "List the stages of your account, newest first",
    description:
      "A stage is a phase of a trading account, from its start to its end, with its rules.",
  })
    .output(z.array(stage))
    .query(({ ctx }) => listStages(ctx.app.database.kysely, ctx.actor.trader.id)),

  /** For the web client: the rules in words. */
  rules: traderCall()
    .input(ownStageRulesInput)
    .output(stageRules.nullable())
    .query(({ ctx, input }) =>
      readStageRules(ctx.app.database.kysely, ctx.actor.trader.id, input.stage),
    ),
});

/** The stages of all accounts. */
export const adminStagesRouter = t.router({
  list: administratorCall("records.read", {
    rest: "GET /admin/user/{userId}/stages",
    summary: "List the stages of a trader's account, newest first",
    description:
      "A stage is a phase of a trading account, from its start to its end, with its rules.",
    scope: "records:read",
  })
    .input(stagesOfTraderInput)
    .output(z.array(stage))
    .query(({ ctx, input }) => listStages(ctx.app.database.kysely, input.userId)),

  /** For the web client: the rules in words. */
  rules: administratorCall("records.read", { scope: "records:read" })
    .input(stageRulesInput)
    .output(stageRules.nullable())
    .query(({ ctx, input }) => readStageRules(ctx.app.database.kysely, input.userId, input.stage)),

  start: administratorCall("stages.write", {
    rest: "POST /admin/user/{userId}/stages",
    summary: "Start a stage",
    description:
      "Ends the previous stage and sets the account's phase. Records from the start onwards belong to the new stage.",
    errors: [409],
    successStatus: 201,
    event: "authz_admin",
    scope: "records:write",
    isLong: true,
    example: { phase: "Phase 2", initialBalance: "100000.00", expectedStageId: 3 },
  })
    .input(startStageInput)
    .output(stage)
    .mutation(({ ctx, input }) => startStage(ctx.app, ctx.actor, input)),

  end: administratorCall("stages.write", {
    rest: "PATCH /admin/stages/{id}",
    summary: "End a stage, or change its end or outcome",
    description: "An open stage ends now if `endedAt` is absent.",
    event: "authz_admin",
    scope: "records:write",
    isLong: true,
    example: { outcome: "passed", reason: "Profit target reached" },
  })
    .input(endStageInput)
    .output(stage)
    .mutation(({ ctx, input }) => endStage(ctx.app, ctx.actor, input)),

  changeRules: callsAbout("Rules")
    .administratorCall("stages.write", {
      rest: "PATCH /admin/stages/{id}/rules",
      summary: "Change the version of the rules for a stage",
      description:
        "Also allowed if the stage has ended. The trader and administrators see the change and its reason in `ruleChanges`. Setting the version that the stage already has changes nothing.",
      event: "authz_admin",
      scope: "records:write",
      isLong: true,
      example: { rulesVersionId: 12, reason: "The programme was entered by mistake" },
    })
    .input(changeStageRulesInput)
    .output(stage)
    .mutation(({ ctx, input }) => changeStageRules(ctx.app, ctx.actor, input)),
});
