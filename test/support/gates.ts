import { sql } from "kysely";
import { commandLine, recordEvent } from "../../src/identity/audit/record-event.ts";
import { inTransaction, kyselyOf } from "../../src/platform/database/database.ts";
import type { Gate, GateRequirement } from "../../src/business/traders/gates/gate.rule.ts";
import type { TestAdministrator, TestApp, TestTrader } from "./app.ts";

const nothing: GateRequirement = { identity: false, agreements: [] };

/** Lets gates ask for nothing. */
export const openGates = (owner: TestAdministrator) =>
  owner.settings.gates.set({ fundedStep: nothing, payoutApproval: nothing, trading: nothing });

/** Lets these gates ask for something, and the others for nothing. */
export async function closeGates(
  owner: TestAdministrator,
  gates: Gate[],
  requirement: Partial<GateRequirement>,
): Promise<void> {
  await openGates(owner);
  const closed = Object.fromEntries(gates.map((gate) => [gate, requirement]));
  await owner.settings.gates.set(closed);
}

let agreements = 0;

/** Adds an agreement, or a version to one. @returns the id of the agreement */
export async function addAgreement(owner: TestAdministrator, to?: number): Promise<number> {
  agreements += 1;
  const text = `Terms ${agreements}`;
  if (to !== undefined) {
    await owner.agreements.addVersion({ id: to, text });
    return to;
  }
  return (await owner.agreements.create({ name: `Agreement ${agreements}`, text })).id;
}

/** Accepts the newest version of an agreement. */
export async function accept(trader: TestTrader, agreement: number): Promise<void> {
  const own = (await trader.agreements.list()).find(({ id }) => id === agreement)!;
  await trader.agreements.accept({ versionId: own.versionId, sha256: own.sha256 });
}

interface AddedIdentity {
  status: "submitted" | "approved" | "rejected";
  /** Milliseconds. */
  expiresIn?: number;
}

/** Adds an attempt of a trader to prove their identity, with its event. */
export async function addIdentity(
  { context, clock }: TestApp,
  trader: TestTrader,
  { status, expiresIn }: AddedIdentity,
): Promise<void> {
  const now = clock.now();
  const isDecided = status !== "submitted";
  const end = expiresIn === undefined ? null : new Date(now.getTime() + expiresIn);
  await inTransaction(context.database, async (transaction) => {
    await sql`
      insert into identities (user_id, status, created_at, submitted_at, decided_at, decided_by, expires_at)
      values (${trader.id}, ${status}, ${now}, ${now}, ${isDecided ? now : null},
        ${isDecided ? "Test" : null}, ${end})`.execute(kyselyOf(transaction));
    await recordEvent(context, transaction, commandLine, { action: `identity.${status}`, trader });
  });
}

export const approveIdentity = (test: TestApp, trader: TestTrader) =>
  addIdentity(test, trader, { status: "approved" });
