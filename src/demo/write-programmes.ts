import { sql } from "kysely";
import type { ProgrammeStep } from "../business/firm/programmes/programme.schema.ts";
import { changesBetween } from "../identity/audit/audit-event.rule.ts";
import type { Trader } from "../identity/users/trader.entity.ts";
import type { Context } from "../platform/context.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { backOfficeActor } from "./account-history.ts";
import { type DemoTrader, toDate } from "./demo-trader.ts";
import type { PastEvent } from "./trader-history.ts";
import type { WrittenTraders } from "./write-traders.ts";

/** What the demo firm offers, by name; the rule sets of the phases have the same names. */
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
  { clock }: Context,
  transaction: Transaction,
  traders: WrittenTraders,
): Promise<PastEvent[]> {
  const at = toDate(clock, [8, "11:05"]);
  const sizes = [...new Set([...traders.keys()].map(({ account }) => account.size))]
    .filter((size) => size > 0)
    .toSorted((one, other) => one - other);
  const initialBalances = sizes.map((size) => `${size}.00`);
  const rules = await readNewestRules(transaction);
  const events: PastEvent[] = [];
  for (const [name, phases] of Object.entries(ladders)) {
    const steps = phases.map((phase) => ({
      phase,
      rulesVersionId: rules.get(phase)!,
      payoutEnabled: phase === "Funded",
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
