import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { invalidField, notFound } from "../../../platform/errors.ts";
import { presets } from "../../rulebook/rules/presets.ts";
import type { RulesPreset } from "../../rulebook/rules/rule-set.schema.ts";
import { findVersionWithRules, insertRuleSet } from "../../rulebook/rules/rule-sets.ts";
import type { createFromPresetInput, Programme, ProgrammeStep } from "./programme.schema.ts";
import { insertProgramme, rejectTakenName } from "./save-programme.ts";

/** The sizes of a programme whose rules do not depend on them. Presets do not contain the sizes that a firm sells. */
const usualSizes = ["10000.00", "25000.00", "50000.00", "100000.00", "200000.00"];

/**
 * Creates a programme from the phases of a preset, in order. Each phase becomes a rule set, unless one with the same
 * rules exists. A phase with payout rules enables payouts.
 * @throws RefusalError if the preset does not exist, if its rules depend on the size and not exactly one of its sizes is
 * given, or if another programme has the name
 */
export function createFromPreset(
  context: Context,
  actor: StaffActor,
  { firm, programme, initialBalances }: z.output<typeof createFromPresetInput>,
): Promise<Programme> {
  const offered = presets.filter(
    (preset) => preset.firm === firm && preset.programme === programme,
  );
  if (offered.length === 0) throw notFound("Preset");
  const sizes = [...new Set(offered.flatMap(({ initialBalance }) => initialBalance ?? []))];
  const size = sizes.length > 0 ? requireOneOf(sizes, initialBalances) : null;
  const phases = offered.filter(({ initialBalance }) => [null, size].includes(initialBalance));
  const created = inTransaction(context.database, async (transaction) => {
    const steps: ProgrammeStep[] = [];
    for (const preset of phases) steps.push(await addStep(context, transaction, actor, preset));
    return insertProgramme(context, transaction, actor, {
      name: nameOf({ firm, programme, initialBalance: size }),
      // The amounts of presets are in US dollars.
      currency: "USD",
      initialBalances: initialBalances ?? usualSizes,
      steps,
    });
  });
  return rejectTakenName(created);
}

function requireOneOf(sizes: string[], given: string[] = []): string {
  const [size] = given;
  if (given.length === 1 && sizes.includes(size!)) return size!;
  const message = `These rules depend on the size: choose exactly one of ${sizes.join(", ")}`;
  throw invalidField("initialBalances", message);
}

async function addStep(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  preset: RulesPreset,
): Promise<ProgrammeStep> {
  const { phase, rules } = preset;
  const rulesVersionId =
    (await findVersionWithRules(kyselyOf(transaction), rules)) ??
    (await insertRuleSet(context, transaction, actor, { name: nameOf(preset), rules }))
      .rulesVersionId;
  return { phase, rulesVersionId, payoutEnabled: rules.payout !== null, platform: null };
}

/** Leaves out the firm's name if the programme already starts with it. */
function nameOf({
  firm,
  programme,
  phase,
  initialBalance,
}: Pick<RulesPreset, "firm" | "programme" | "initialBalance"> & { phase?: string }): string {
  const parts = [programme.startsWith(firm) ? null : firm, programme, phase, initialBalance];
  return parts.filter((part) => typeof part === "string").join(", ");
}
