import type { Kysely } from "kysely";
import type { z } from "zod";
import { lockSettings, saveSettings } from "../../../identity/audit/save-settings.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { invalidField } from "../../../platform/errors.ts";
import { recordOf } from "../../../platform/fields/pick.rule.ts";
import {
  asksForMore,
  describeRequirement,
  type Gate,
  gateNames,
  type GateRequirement,
  type Gates,
  noRequirement,
} from "./gate.rule.ts";
import type { StoredRequirement } from "./gate-settings.entity.ts";
import type { setGatesInput } from "./gate.schema.ts";

type Stored = Record<Gate, StoredRequirement | null>;

async function readStored(kysely: Kysely<Tables>): Promise<Stored> {
  const row = await kysely
    .selectFrom("gate_settings")
    .select(["funded_step as fundedStep", "payout_approval as payoutApproval", "trading"])
    .executeTakeFirst();
  return row ?? { fundedStep: null, payoutApproval: null, trading: null };
}

const withoutTime = (stored: StoredRequirement | null): GateRequirement =>
  stored ? { identity: stored.identity, agreements: stored.agreements } : noRequirement;

/** Reads what gates ask for. They ask for nothing until an owner changes it. */
export async function readGates(kysely: Kysely<Tables>): Promise<Gates> {
  const stored = await readStored(kysely);
  return recordOf(gateNames, (gate) => withoutTime(stored[gate]));
}

/**
 * Sets what gates ask for. What is left out stays as it is.
 * @throws RefusalError if an agreement does not exist
 */
export async function setGates(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof setGatesInput>,
): Promise<Gates> {
  await inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    await lockSettings(kysely, "gate_settings");
    const stored = await readStored(kysely);
    const before = recordOf(gateNames, (gate) => withoutTime(stored[gate]));
    const after = recordOf(gateNames, (gate) => changed(before[gate], input[gate]));
    await requireAgreements(kysely, input);
    const now = context.clock.now().toISOString();
    const rowOf = (gate: Gate) => {
      const isMore = asksForMore(after[gate], before[gate]);
      const since = isMore ? now : (stored[gate]?.since ?? now);
      return JSON.stringify({ ...after[gate], since } satisfies StoredRequirement);
    };
    await saveSettings(context, transaction, actor, {
      table: "gate_settings",
      action: "gate-settings.changed",
      before: recordOf(gateNames, (gate) => describeRequirement(before[gate])),
      after: recordOf(gateNames, (gate) => describeRequirement(after[gate])),
      row: {
        funded_step: rowOf("fundedStep"),
        payout_approval: rowOf("payoutApproval"),
        trading: rowOf("trading"),
      },
    });
  });
  return readGates(context.database.kysely);
}

type RequirementInput = z.output<typeof setGatesInput>[Gate];

function changed(before: GateRequirement, input: RequirementInput): GateRequirement {
  const { identity = before.identity, agreements = before.agreements } = input ?? {};
  return { identity, agreements: [...new Set(agreements)].toSorted((one, other) => one - other) };
}

async function requireAgreements(
  kysely: Kysely<Tables>,
  input: z.output<typeof setGatesInput>,
): Promise<void> {
  for (const gate of gateNames) {
    const ids = input[gate]?.agreements ?? [];
    if (ids.length === 0) continue;
    const found = await kysely
      .selectFrom("agreements")
      .select("id")
      .where("id", "in", ids)
      .execute();
    const unknown = ids.find((id) => !found.some((agreement) => agreement.id === id));
    if (unknown !== undefined) throw invalidField(gate, `There is no agreement ${unknown}`);
  }
}
