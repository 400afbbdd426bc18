import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { type CallContext, t } from "../../../calls/trpc.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { findStage } from "../records/record-stages.queries.ts";
import { verdict } from "../../rulebook/engine/verdict.schema.ts";
import { readRiskList, storedVerdicts } from "./current-verdicts.queries.ts";
import {
  floor,
  floorsInput,
  listOwnVerdictsInput,
  listVerdictsInput,
  ownFloorsInput,
  ownStandingInput,
  ownVerdictInput,
  riskListEntry,
  riskListInput,
  rulesTrial,
  standing,
  storedVerdict,
  tryRulesInput,
  verdictInput,
} from "./verdicts.schema.ts";
import { readFloors, readStanding, readVerdict } from "./read-verdict.ts";
import { tryRules } from "./try-rules.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Records");

/** @throws RefusalError if the trader or the stage does not exist, or if the account has no stage */
async function requireStage({ app }: CallContext, traderId: number, stageId: number | undefined) {
  const stage = await findStage(app.database.kysely, traderId, stageId);
  if (!stage) throw new RefusalError("not-found", "This account has no stage yet");
  return stage;
}

async function getVerdict(
  ctx: CallContext,
  traderId: number,
  { stage, asOf }: z.output<typeof ownVerdictInput>,
) {
  return readVerdict(ctx.app, await requireStage(ctx, traderId, stage), asOf);
}

async function getFloors(ctx: CallContext, traderId: number, stageId: number | undefined) {
  return readFloors(ctx.app, await requireStage(ctx, traderId, stageId));
}

async function listVerdicts(
  ctx: CallContext,
  traderId: number,
  { stage, ...query }: z.output<typeof listOwnVerdictsInput>,
) {
  const judged = await findStage(ctx.app.database.kysely, traderId, stage);
  // Nothing has the id 0.
  const filters = { accountId: judged?.accountId ?? 0, stageId: judged?.id ?? 0 };
  return respondWithPage(ctx, storedVerdicts, { ...filters, ...query });
}

const aboutVerdicts =
  "A verdict is stored whenever the outcome or the status of a rule changes, with the cause of the change.";

/** The verdicts on the trader's own account. */
export const traderVerdictProcedures = {
  verdict: traderCall({
    rest: "GET /user/verdict",
    summary: "Get the verdict on your account by its rules",
    description: "Returns limits, objectives and findings, and how much of the time was observed.",
    errors: [404],
    cost: { kind: "replay", when: ({ asOf }) => asOf !== undefined },
  })
    .input(ownVerdictInput.optional())
    .output(verdict)
    .query(({ ctx, input }) => getVerdict(ctx, ctx.actor.trader.id, input ?? {})),

  /** For the web client: the verdict with the figures of the same moment. */
  standing: traderCall()
    .input(ownStandingInput)
    .output(standing)
    .query(async ({ ctx, input: { stage } }) =>
      readStanding(ctx.app, await requireStage(ctx, ctx.actor.trader.id, stage)),
    ),

  /** For the web client: the floors in the chart. */
  verdictFloors: traderCall()
    .input(ownFloorsInput)
    .output(z.array(floor))
    .query(({ ctx, input }) => getFloors(ctx, ctx.actor.trader.id, input.stage)),

  verdicts: traderCall({
    rest: "GET /user/verdicts",
    summary: "List the stored verdicts on your account, newest first",
    description: aboutVerdicts,
    errors: [404],
  })
    .input(listOwnVerdictsInput.optional())
    .output(z.array(storedVerdict))
    .query(({ ctx, input }) => listVerdicts(ctx, ctx.actor.trader.id, input ?? {})),
};

/** The verdicts on all accounts. */
export const adminVerdictProcedures = {
  verdict: administratorCall("records.read", {
    rest: "GET /admin/user/{userId}/verdict",
    summary: "Get the verdict on a trader's account by its rules",
    description: "Returns limits, objectives and findings, and how much of the time was observed.",
    scope: "records:read",
    cost: { kind: "replay", when: ({ asOf }) => asOf !== undefined },
  })
    .input(verdictInput)
    .output(verdict)
    .query(({ ctx, input: { userId, ...query } }) => getVerdict(ctx, userId, query)),

  /** For the web client: the floors in the chart. */
  verdictFloors: administratorCall("records.read", { scope: "records:read" })
    .input(floorsInput)
    .output(z.array(floor))
    .query(({ ctx, input }) => getFloors(ctx, input.userId, input.stage)),

  verdicts: administratorCall("records.read", {
    rest: "GET /admin/user/{userId}/verdicts",
    summary: "List the stored verdicts on a trader's account, newest first",
    description: aboutVerdicts,
    scope: "records:read",
  })
    .input(listVerdictsInput)
    .output(z.array(storedVerdict))
    .query(({ ctx, input: { userId, ...query } }) => listVerdicts(ctx, userId, query)),

  /** For the web client: the open stages that have used the largest share of a loss limit. */
  riskList: administratorCall("records.read", { scope: "records:read" })
    .input(riskListInput)
    .output(z.array(riskListEntry))
    .query(({ ctx, input }) => readRiskList(ctx.app.database.kysely, input.limit)),
};

/** What rules would have found, beside the calls about rule sets. */
export const adminRulesTrialRouter = t.router({
  try: callsAbout("Rules")
    .administratorCall("rules.read", {
      rest: "POST /admin/rules/try",
      summary: "Judge running stages by other rules",
      description:
        "Counts what the rules would have found in the last 90 days, if the stages had always had them: the 200 newest stages at most, or as many as take five seconds. Stores nothing.",
      scope: "records:read",
      example: {
        rules: {
          day: { timeZone: "UTC", startsAt: "00:00" },
          observation: { maxGapSeconds: 300 },
          limits: [],
          objectives: [],
          payout: null,
          conduct: [
            {
              kind: "min_hold",
              seconds: 60,
              except: [],
              consequence: "warn",
              deductPercent: null,
              strikes: null,
            },
          ],
        },
      },
    })
    .input(tryRulesInput)
    .output(rulesTrial)
    .mutation(({ ctx, input }) => tryRules(ctx.app, input)),
});
