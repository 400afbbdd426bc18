import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { storedCents } from "../../../platform/money/money.ts";
import {
  addRuleVersion,
  countRuleUses,
  createRuleSet,
  getRuleSet,
  listRuleSets,
} from "./rule-sets.ts";
import { presets } from "./presets.ts";
import {
  addRuleVersionInput,
  createRuleSetInput,
  previewRulesInput,
  ruleSet,
  ruleSetIdInput,
  rulesPreset,
  rulesPreview,
  ruleVersionUse,
} from "./rule-set.schema.ts";
import type { Rules } from "./rules.schema.ts";
import { previewRules } from "./words.rule.ts";

const { administratorCall } = callsAbout("Rules");

const exampleRules: Rules = {
  day: { timeZone: "Europe/Prague", startsAt: "00:00" },
  observation: { maxGapSeconds: 300 },
  limits: [
    {
      kind: "max_loss",
      limit: { percent: "10", of: "initial" },
      mode: "static",
      locksAt: null,
      onWithdrawal: "follow",
      measured: "equity",
      breachedWhen: "below",
      consequence: "fail",
    },
  ],
  objectives: [{ kind: "profit_target", target: { percent: "10", of: "initial" } }],
  payout: null,
};

/** Rule sets and their immutable versions, which stages point to. */
export const adminRulesRouter = t.router({
  list: administratorCall("rules.read", {
    rest: "GET /admin/rules",
    summary: "List rule sets with their versions, newest first",
    description:
      "The versions of a rule set are also listed newest first. Each stage names the version by which it is judged.",
    scope: "records:read",
  })
    .output(z.array(ruleSet))
    .query(({ ctx }) => listRuleSets(ctx.app.database.kysely)),

  create: administratorCall("rules.write", {
    rest: "POST /admin/rules",
    summary: "Create a rule set with its first version",
    description: "Every field of the rules is required; `null` means that it does not apply.",
    successStatus: 201,
    event: "authz_admin",
    scope: "records:write",
    example: { name: "Two steps, phase 1", rules: exampleRules },
  })
    .input(createRuleSetInput)
    .output(ruleSet)
    .mutation(({ ctx, input }) => createRuleSet(ctx.app, ctx.actor, input)),

  get: administratorCall("rules.read", {
    rest: "GET /admin/rules/{id}",
    summary: "Get a rule set with all its versions, newest first",
    description: "Versions never change: a change of rules is a new version.",
    scope: "records:read",
  })
    .input(ruleSetIdInput)
    .output(ruleSet)
    .query(({ ctx, input }) => getRuleSet(ctx.app.database.kysely, input.id)),

  addVersion: administratorCall("rules.write", {
    rest: "POST /admin/rules/{id}/versions",
    summary: "Add a version to a rule set",
    description: "Stages keep the version that they use.",
    successStatus: 201,
    event: "authz_admin",
    scope: "records:write",
    example: { rules: exampleRules, note: "Drawdown of 10%, as announced on 1 March" },
  })
    .input(addRuleVersionInput)
    .output(ruleSet)
    .mutation(({ ctx, input }) => addRuleVersion(ctx.app, ctx.actor, input)),

  /** For the web client: the numbers of stages in its list. */
  uses: administratorCall("rules.read", { scope: "records:read" })
    .output(z.array(ruleVersionUse))
    .query(({ ctx }) => countRuleUses(ctx.app.database.kysely)),

  presets: administratorCall("rules.read", {
    rest: "GET /admin/rules/presets",
    summary: "List firms' published programmes, as starting points for rules",
    description:
      "A programme whose amounts depend on the account size is listed once for each size.",
    scope: "records:read",
  })
    .output(z.array(rulesPreset))
    .query(() => presets),

  preview: administratorCall("rules.read", {
    rest: "POST /admin/rules/preview",
    summary: "Describe rules in words and dollars for an initial balance",
    description: "Stores nothing.",
    scope: "records:read",
    example: { rules: exampleRules, initialBalance: "100000.00" },
  })
    .input(previewRulesInput)
    .output(rulesPreview)
    .mutation(({ input }) => previewRules(input.rules, storedCents(input.initialBalance))),
});
