import { sql } from "kysely";
import type { Rules } from "../business/rulebook/rules/rules.schema.ts";
import { changesBetween } from "../identity/audit/audit-event.rule.ts";
import type { Context } from "../platform/context.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { Transaction } from "../platform/database/orm.ts";
import type { Trader } from "../identity/users/trader.entity.ts";
import { backOfficeActor } from "./account-history.ts";
import { beforeRaise, demoRulesOf } from "./demo-rules.ts";
import { demoServer, type DemoTrader, toDate } from "./demo-trader.ts";
import type { PastEvent } from "./trader-history.ts";
import type { WrittenTraders } from "./write-traders.ts";
import type { ProgrammeStep } from "../business/decisions/programmes/programme.schema.ts";

/** The versions of a rule set. */
interface WrittenSet {
  name: string;
  first: number;
  /** The version with the raised share; only rule sets for funded accounts have one. */
  raised: number | undefined;
}

const raise = "The share of all funded traders rises from 75% to 80%";

/**
 * Creates the rule sets of the firm, and assigns them to the stages; verdicts are stored later.
 * @returns the audit events
 */
export async function writeRules(
  context: Context,
  transaction: Transaction,
  traders: WrittenTraders,
): Promise<PastEvent[]> {
  const { clock } = context;
  const [createdAt, raisedAt] = [toDate(clock, [330, "10:12"]), toDate(clock, [9, "09:40"])];
  const events: PastEvent[] = [];
  const sets = new Map<string, WrittenSet>();
  for (const [demoTrader, trader] of traders) {
    const demoRules = demoRulesOf(demoTrader);
    if (!demoRules) continue;
    let set = sets.get(demoRules.name);
    if (!set) {
      set = await insertSet(transaction, demoRules, { createdAt, raisedAt }, events);
      sets.set(demoRules.name, set);
    }
    const pointed = await pointStage(transaction, trader, { demoTrader, set, raisedAt });
    if (pointed) events.push(pointed);
  }
  return events;
}

async function insertSet(
  transaction: Transaction,
  { name, rules }: { name: string; rules: Rules },
  { createdAt, raisedAt }: { createdAt: Date; raisedAt: Date },
  events: PastEvent[],
): Promise<WrittenSet> {
  const { id: ruleSetId } = await kyselyOf(transaction)
    .insertInto("rule_sets")
    .values({ name, created_at: createdAt.toISOString(), created_by: backOfficeActor().label })
    .returning("id")
    .executeTakeFirstOrThrow();
  const isRaised = rules.payout !== null;
  const before = isRaised ? beforeRaise(rules) : rules;
  const set = { ruleSetId, name };
  const first = await insertVersion(transaction, ruleSetId, {
    version: 1,
    rules: before,
    at: createdAt,
  });
  events.push({
    action: "rules.created",
    actor: backOfficeActor(),
    at: createdAt,
    changes: changesBetween({}, { ...set, version: 1, rulesVersionId: first }),
  });
  if (!isRaised) return { name, first, raised: undefined };
  const raised = await insertVersion(transaction, ruleSetId, {
    version: 2,
    rules,
    at: raisedAt,
    note: raise,
  });
  events.push({
    action: "rules.version-added",
    actor: backOfficeActor(),
    at: raisedAt,
    changes: changesBetween(
      { ruleSetId: null, name: null, version: 1, rulesVersionId: null },
      { ...set, version: 2, rulesVersionId: raised },
    ),
    reason: raise,
  });
  return { name, first, raised };
}

async function insertVersion(
  transaction: Transaction,
  ruleSetId: number,
  version: { version: number; rules: Rules; at: Date; note?: string },
): Promise<number> {
  const { id } = await kyselyOf(transaction)
    .insertInto("rule_versions")
    .values({
      rule_set_id: ruleSetId,
      version: version.version,
      rules: JSON.stringify(version.rules),
      note: version.note ?? null,
      created_at: version.at.toISOString(),
      created_by: backOfficeActor().label,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Assigns the rules to a stage. Active accounts whose stage began before the raise were moved to the new version. */
async function pointStage(
  transaction: Transaction,
  trader: Trader,
  { demoTrader, set, raisedAt }: { demoTrader: DemoTrader; set: WrittenSet; raisedAt: Date },
): Promise<PastEvent | undefined> {
  const kysely = kyselyOf(transaction);
  const { first, raised } = set;
  const isActive = demoTrader.account.status === "active";
  const versionId = isActive ? (raised ?? first) : first;
  const stage = await kysely
    .updateTable("stages")
    .set({ rules_version_id: versionId })
    .from("trading_accounts")
    .whereRef("stages.account_id", "=", "trading_accounts.id")
    .where("trading_accounts.user_id", "=", trader.id)
    .returning(["stages.id", "stages.account_id as accountId"])
    .returning(sql<boolean>`stages.started_at < ${raisedAt.toISOString()}`.as("isEarlier"))
    .executeTakeFirst();
  if (!stage?.isEarlier || raised === undefined || versionId !== raised) return undefined;
  const actor = backOfficeActor();
  await kysely
    .insertInto("rule_changes")
    .values({
      account_id: stage.accountId,
      stage_id: stage.id,
      from_version_id: first,
      to_version_id: raised,
      reason: raise,
      at: raisedAt.toISOString(),
      by: actor.label,
    })
    .execute();
  return {
    action: "stage.rules-changed",
    actor,
    at: raisedAt,
    trader,
    changes: {
      stageId: { from: stage.id, to: stage.id },
      ...changesBetween(
        { rulesVersionId: first, rules: `${set.name}, version 1` },
        { rulesVersionId: raised, rules: `${set.name}, version 2` },
      ),
    },
    reason: raise,
  };
}

/** What the demo firm offers, by name; the rule sets of the phases have the same names. */
/** The server of the accounts that are bought: another one than those of the accounts with a history. */
export const BOUGHT_AT = "Demo03";

const ladders = {
  "One Step": ["Evaluation", "Funded"],
  "Two Steps": ["Phase 1", "Phase 2", "Funded"],
  "Instant Funding": ["Funded"],
} as const satisfies Record<string, readonly string[]>;

type LadderName = keyof typeof ladders;

/**
 * Creates the programmes of the firm from its rule sets, and places every stage on a step.
 * @returns the audit events
 */
export async function writeProgrammes(
  { clock, config }: Context,
  transaction: Transaction,
  traders: WrittenTraders,
): Promise<PastEvent[]> {
  const at = toDate(clock, [8, "11:05"]);
  const platform = {
    server: demoServer(config, BOUGHT_AT),
    group: "demo\\usd",
    leverage: 100,
  };
  const sizes = [...new Set([...traders.keys()].map(({ account }) => account.size))]
    .filter((size) => size > 0)
    .toSorted((one, other) => one - other);
  const initialBalances = sizes.map((size) => `${size}.00`);
  const rules = await readNewestRules(transaction);
  const events: PastEvent[] = [];
  for (const [name, phases] of Object.entries(ladders)) {
    const steps = phases.map((phase, index) => ({
      phase,
      rulesVersionId: rules.get(phase)!,
      payoutEnabled: phase === "Funded",
      // What is bought opens an account. Those who passed go on with the one that they have.
      platform: index === 0 ? platform : null,
    }));
    const { programmeId, versionId } = await insertProgramme(transaction, name, {
      at,
      initialBalances,
      steps,
    });
    await placeStages(transaction, traders, { name: name as LadderName, versionId });
    events.push({
      action: "programme.created",
      actor: backOfficeActor(),
      at,
      changes: changesBetween(
        {},
        { programmeId, programme: name, version: 1, programmeVersionId: versionId },
      ),
    });
  }
  return events;
}

/** Reads the newest version of each rule set, by name. */
async function readNewestRules(transaction: Transaction): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; id: number }>`
    select rule_sets.name, max(rule_versions.id) as id
    from rule_versions join rule_sets on rule_sets.id = rule_versions.rule_set_id
    group by rule_sets.name`.execute(kyselyOf(transaction));
  return new Map(rows.map(({ name, id }) => [name, id]));
}

async function insertProgramme(
  transaction: Transaction,
  name: string,
  { at, initialBalances, steps }: { at: Date; initialBalances: string[]; steps: ProgrammeStep[] },
) {
  const kysely = kyselyOf(transaction);
  const created = { created_at: at.toISOString(), created_by: backOfficeActor().label };
  const { id: programmeId } = await kysely
    .insertInto("programmes")
    .values({ name, archived_at: null, ...created })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: versionId } = await kysely
    .insertInto("programme_versions")
    .values({
      programme_id: programmeId,
      version: 1,
      currency: "USD",
      initial_balances: initialBalances,
      steps: JSON.stringify(steps),
      note: null,
      ...created,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { programmeId, versionId };
}

async function placeStages(
  transaction: Transaction,
  traders: WrittenTraders,
  { name, versionId }: { name: LadderName; versionId: number },
): Promise<void> {
  const phases: readonly string[] = ladders[name];
  const placed = [...traders].filter(([demoTrader]) => ladderOf(demoTrader) === name);
  const stepOf = ([{ account }]: [DemoTrader, Trader]) => phases.indexOf(account.phase!) + 1;
  for (const [step, ofStep] of Map.groupBy(placed, stepOf)) {
    const ids = ofStep.map(([, { id }]) => id);
    await sql`update stages set programme_version_id = ${versionId}, programme_step = ${step}
      from trading_accounts
      where trading_accounts.id = stages.account_id and trading_accounts.user_id = any(${ids})`.execute(
      kyselyOf(transaction),
    );
  }
}

/** Returns the ladder of an account; funded traders have certificates of the phases that they passed. */
function ladderOf({ account, certificates = [] }: DemoTrader): LadderName | undefined {
  if (account.phase === undefined) return undefined;
  if (account.phase === "Evaluation") return "One Step";
  if (account.phase !== "Funded") return "Two Steps";
  const passed = certificates.map(([achievement]) => achievement);
  if (passed.includes("Evaluation")) return "One Step";
  return passed.includes("Phase 2") ? "Two Steps" : "Instant Funding";
}
