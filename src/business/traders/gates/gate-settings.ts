import type { Kysely } from "kysely";
import type { z } from "zod";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
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
 * @throws RefusalError if an agreement does not exist, or another person has changed what the caller saw
 */
export async function setGates(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof setGatesInput>,
): Promise<Gates> {
  const settings = { table: "gate_settings", action: "gate-settings.changed" } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
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
    const { expected } = input;
    return {
      expected:
        expected &&
        describeGates(recordOf(gateNames, (gate) => changed(before[gate], expected[gate]))),
      current: before,
      before: describeGates(before),
      after: describeGates(after),
      row: {
        funded_step: rowOf("fundedStep"),
        payout_approval: rowOf("payoutApproval"),
        trading: rowOf("trading"),
      },
    };
  });
  return readGates(context.database.kysely);
}

const describeGates = (gates: Gates) =>
  recordOf(gateNames, (gate) => describeRequirement(gates[gate]));

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
