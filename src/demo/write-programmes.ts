import { sql } from "kysely";
import type { Rules } from "../business/rulebook/rules/rules.schema.ts";
import { changesBetween } from "../identity/audit/audit-event.rule.ts";
import type { Context } from "../platform/context.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { Transaction } from "../platform/database/orm.ts";
import type { Trader } from "../identity/users/trader.entity.ts";
import { backOfficeActor } from "./account-history.ts";
import { beforeRaise, demoRulesOf } from "./demo-rules.ts";
import { type LadderName, ladders } from "./ladders.ts";
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
  const [createdAt, raisedAt] = [toDate(clock, [425, "10:12"]), toDate(clock, [9, "09:40"])];
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

/** The server of the accounts that are bought: another one than those of the accounts with a history. */
export const BOUGHT_AT = "Demo03";

/** A step of a version of a programme, on which stages stand. */
export interface WrittenStep {
  versionId: number;
  rulesVersionId: number;
}

/** The first versions of the programmes; a step is found by its number, from 1. */
export type WrittenLadders = ReadonlyMap<LadderName, readonly WrittenStep[]>;

/**
 * Creates the programmes of the firm from its rule sets, with a second version since the raise of the share, and places
 * every stage on a step of the version that was offered as it began.
 * @returns the first versions, and the audit events
 */
export async function writeProgrammes(
  { clock, config }: Context,
  transaction: Transaction,
  traders: WrittenTraders,
): Promise<{ written: WrittenLadders; events: PastEvent[] }> {
  const [createdAt, raisedAt] = [toDate(clock, [424, "11:05"]), toDate(clock, [8, "11:05"])];
  const platform = {
    server: demoServer(config, BOUGHT_AT),
    group: "demo\\usd",
    leverage: 100,
  };
  const sizes = [...new Set([...traders.keys()].map(({ account }) => account.size))]
    .filter((size) => size > 0)
    .toSorted((one, other) => one - other);
  const initialBalances = sizes.map((size) => `${size}.00`);
  const rules = await readRuleVersions(transaction);
  const events: PastEvent[] = [];
  const written = new Map<LadderName, WrittenStep[]>();
  for (const [name, phases] of Object.entries(ladders) as [LadderName, readonly string[]][]) {
    const stepsBy = (version: "first" | "newest") =>
      phases.map((phase, index) => ({
        phase,
        rulesVersionId: rules.get(phase)![version],
        payoutEnabled: phase === "Funded",
        // What is bought opens an account. Those who passed go on with the one that they have.
        platform: index === 0 ? platform : null,
      }));
    const programmeId = await insertProgramme(transaction, name, createdAt);
    const offered = { programmeId, initialBalances };
    const first = { version: 1, steps: stepsBy("first"), at: createdAt, note: null };
    const firstId = await insertProgrammeVersion(transaction, { ...offered, ...first });
    const second = { version: 2, steps: stepsBy("newest"), at: raisedAt, note: raise };
    const secondId = await insertProgrammeVersion(transaction, { ...offered, ...second });
    await placeStages(transaction, traders, { name, raisedAt, versionIds: [firstId, secondId] });
    written.set(
      name,
      first.steps.map(({ rulesVersionId }) => ({ versionId: firstId, rulesVersionId })),
    );
    const programme = { programmeId, programme: name };
    events.push(
      {
        action: "programme.created",
        actor: backOfficeActor(),
        at: createdAt,
        changes: changesBetween({}, { ...programme, version: 1, programmeVersionId: firstId }),
      },
      {
        action: "programme.version-added",
        actor: backOfficeActor(),
        at: raisedAt,
        changes: changesBetween({}, { ...programme, version: 2, programmeVersionId: secondId }),
        reason: raise,
      },
    );
  }
  return { written, events };
}

/** Reads the first and the newest version of each rule set, by name. */
async function readRuleVersions(
  transaction: Transaction,
): Promise<Map<string, { first: number; newest: number }>> {
  const { rows } = await sql<{ name: string; first: number; newest: number }>`
    select rule_sets.name, min(rule_versions.id) as first, max(rule_versions.id) as newest
    from rule_versions join rule_sets on rule_sets.id = rule_versions.rule_set_id
    group by rule_sets.name`.execute(kyselyOf(transaction));
  return new Map(rows.map(({ name, ...versions }) => [name, versions]));
}

async function insertProgramme(transaction: Transaction, name: string, at: Date): Promise<number> {
  const { id } = await kyselyOf(transaction)
    .insertInto("programmes")
    .values({
      name,
      archived_at: null,
      created_at: at.toISOString(),
      created_by: backOfficeActor().label,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

interface NewVersion {
  programmeId: number;
  version: number;
  at: Date;
  initialBalances: string[];
  steps: ProgrammeStep[];
  note: string | null;
}

async function insertProgrammeVersion(
  transaction: Transaction,
  { programmeId, version, at, initialBalances, steps, note }: NewVersion,
): Promise<number> {
  const { id } = await kyselyOf(transaction)
    .insertInto("programme_versions")
    .values({
      programme_id: programmeId,
      version,
      currency: "USD",
      initial_balances: initialBalances,
      steps: JSON.stringify(steps),
      note,
      created_at: at.toISOString(),
      created_by: backOfficeActor().label,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function placeStages(
  transaction: Transaction,
  traders: WrittenTraders,
  { name, raisedAt, versionIds }: { name: LadderName; raisedAt: Date; versionIds: number[] },
): Promise<void> {
  const [first, second] = versionIds;
  const phases: readonly string[] = ladders[name];
  const placed = [...traders].filter(([demoTrader]) => ladderOf(demoTrader) === name);
  const stepOf = ([{ account }]: [DemoTrader, Trader]) => phases.indexOf(account.phase!) + 1;
  for (const [step, ofStep] of Map.groupBy(placed, stepOf)) {
    const ids = ofStep.map(([, { id }]) => id);
    await sql`update stages set programme_step = ${step}, programme_version_id =
        case when stages.started_at < ${raisedAt.toISOString()} then ${first}::int else ${second}::int end
      from trading_accounts
      where trading_accounts.id = stages.account_id and trading_accounts.user_id = any(${ids})`.execute(
      kyselyOf(transaction),
    );
  }
}

/** Returns the ladder of an account; funded traders have certificates of the phases that they passed. */
export function ladderOf({ account, certificates = [] }: DemoTrader): LadderName | undefined {
  if (account.phase === undefined) return undefined;
  if (account.phase === "Evaluation") return "One Step";
  if (account.phase !== "Funded") return "Two Steps";
  const passed = certificates.map(([achievement]) => achievement);
  if (passed.includes("Evaluation")) return "One Step";
  return passed.includes("Phase 2") ? "Two Steps" : "Instant Funding";
}
