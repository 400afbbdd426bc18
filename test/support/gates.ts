import { sql } from "kysely";
import type { Gate, GateRequirement } from "../../src/business/traders/gates/gate.rule.ts";
import type { TestAdministrator, TestApp } from "./app.ts";

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
export async function addAgreement({ context, clock }: TestApp, to?: number): Promise<number> {
  agreements += 1;
  const now = clock.now().toISOString();
  const { kysely } = context.database;
  const id =
    to ??
    (
      await kysely
        .insertInto("agreements")
        .values({ name: `Terms ${agreements} of ${now}`, created_at: now, archived_at: null })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const text = `Terms ${agreements}`;
  const version = agreements;
  await kysely
    .insertInto("agreement_versions")
    .values({ agreement_id: id, version, text, sha256: text, created_at: now, created_by: "Test" })
    .execute();
  return id;
}

export async function acceptNewest({ context, clock }: TestApp, userId: number, agreement: number) {
  const { kysely } = context.database;
  const { id } = await kysely
    .selectFrom("agreement_versions")
    .select("id")
    .where("agreement_id", "=", agreement)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const at = clock.now().toISOString();
  await kysely
    .insertInto("agreement_acceptances")
    .values({ user_id: userId, version_id: id, full_name: "Olivia Bennett", accepted_at: at })
    .execute();
}

interface AddedIdentity {
  status: "submitted" | "approved" | "rejected";
  /** Milliseconds. */
  expiresIn?: number;
}

/** Adds an attempt of a trader to prove their identity. */
export async function addIdentity(
  { context, clock }: TestApp,
  userId: number,
  { status, expiresIn }: AddedIdentity,
): Promise<void> {
  const now = clock.now();
  const isDecided = status !== "submitted";
  const end = expiresIn === undefined ? null : new Date(now.getTime() + expiresIn);
  await sql`
    insert into identities (user_id, status, created_at, submitted_at, decided_at, decided_by, expires_at)
    values (${userId}, ${status}, ${now}, ${now}, ${isDecided ? now : null},
      ${isDecided ? "Test" : null}, ${end})`.execute(context.database.kysely);
}
