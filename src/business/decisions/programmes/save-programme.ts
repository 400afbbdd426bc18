import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween, hasChanges } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { violatesUnique } from "../../../platform/database/failures.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { Programme as ProgrammeEntity } from "./programme.entity.ts";
import type {
  addProgrammeVersionInput,
  createProgrammeInput,
  Programme,
  updateProgrammeInput,
} from "./programme.schema.ts";
import { getProgramme } from "./programmes.queries.ts";

type NewProgramme = z.output<typeof createProgrammeInput>;
type Offer = Pick<NewProgramme, "currency" | "initialBalances" | "steps">;

/**
 * Creates a programme with its first version.
 * @throws RefusalError if another programme has the name, or if a version of the rules does not exist
 */
export function createProgramme(
  context: Context,
  actor: StaffActor,
  input: NewProgramme,
): Promise<Programme> {
  const created = inTransaction(context.database, (transaction) =>
    insertProgramme(context, transaction, actor, input),
  );
  return rejectTakenName(created);
}

/**
 * Creates a programme in `transaction`, which must be passed to `rejectTakenName`.
 * @throws RefusalError if a version of the rules does not exist
 */
export async function insertProgramme(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  { name, ...offer }: NewProgramme,
): Promise<Programme> {
  const kysely = kyselyOf(transaction);
  const { id } = await kysely
    .insertInto("programmes")
    .values({
      name,
      archived_at: null,
      created_at: context.clock.now().toISOString(),
      created_by: actor.label,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const first = { programmeId: id, version: 1, note: null, ...offer };
  const programmeVersionId = await insertVersion(context, transaction, actor, first);
  await recordEvent(context, transaction, actor, {
    action: "programme.created",
    changes: changesBetween(
      {},
      { programmeId: id, programme: name, version: 1, programmeVersionId },
    ),
  });
  return getProgramme(kysely, id);
}

/**
 * Adds a version to a programme. Stages keep the version that they use.
 * @throws RefusalError if the programme or a version of the rules does not exist
 */
export async function addProgrammeVersion(
  context: Context,
  actor: StaffActor,
  { id, note = null, ...offer }: z.output<typeof addProgrammeVersionInput>,
): Promise<Programme> {
  return inTransaction(context.database, async (transaction) => {
    // The lock numbers versions that are added at the same time.
    const { name } = await lockProgramme(transaction, id);
    const kysely = kyselyOf(transaction);
    const { last } = await kysely
      .selectFrom("programme_versions")
      .select(({ fn }) => fn.max("version").as("last"))
      .where("programme_id", "=", id)
      .executeTakeFirstOrThrow();
    const version = last + 1;
    const added = { programmeId: id, version, note, ...offer };
    const programmeVersionId = await insertVersion(context, transaction, actor, added);
    await recordEvent(context, transaction, actor, {
      action: "programme.version-added",
      changes: changesBetween(
        { programmeId: null, programme: null, version: last, programmeVersionId: null },
        { programmeId: id, programme: name, version, programmeVersionId },
      ),
      reason: note,
    });
    return getProgramme(kysely, id);
  });
}

interface NewVersion extends Offer {
  programmeId: number;
  version: number;
  note: string | null;
}

/** @returns the id */
async function insertVersion(
  { clock }: Context,
  transaction: Transaction,
  actor: StaffActor,
  { programmeId, version, currency, initialBalances, steps, note }: NewVersion,
): Promise<number> {
  await requireRules(transaction, steps);
  const { id } = await kyselyOf(transaction)
    .insertInto("programme_versions")
    .values({
      programme_id: programmeId,
      version,
      currency,
      initial_balances: initialBalances,
      steps: JSON.stringify(steps),
      note,
      created_at: clock.now().toISOString(),
      created_by: actor.label,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Versions of rules are never deleted, so this need not be checked again. */
async function requireRules(transaction: Transaction, steps: Offer["steps"]): Promise<void> {
  const ids = steps.map(({ rulesVersionId }) => rulesVersionId);
  const rows = await kyselyOf(transaction)
    .selectFrom("rule_versions")
    .select("id")
    .where("id", "in", ids)
    .execute();
  const missing = ids.findIndex((id) => rows.every((row) => row.id !== id));
  if (missing === -1) return;
  const message = `The version of the rules of step ${missing + 1} was not found`;
  throw new RefusalError("not-found", message, {
    issues: [{ path: ["steps", missing, "rulesVersionId"], message }],
  });
}

/**
 * Renames, archives or restores a programme. Absent fields keep their values.
 * @throws RefusalError if the programme does not exist, or if another one has the name
 */
export function updateProgramme(
  context: Context,
  actor: StaffActor,
  { id, name, archived }: z.output<typeof updateProgrammeInput>,
): Promise<Programme> {
  const updated = inTransaction(context.database, async (transaction) => {
    const programme = await lockProgramme(transaction, id);
    const snapshot = () => ({ programme: programme.name, archived: programme.archivedAt !== null });
    const before = snapshot();
    if (name !== undefined) programme.name = name;
    if (archived !== undefined && archived !== before.archived) {
      programme.archivedAt = archived ? context.clock.now() : null;
    }
    const changes = changesBetween(before, snapshot());
    if (hasChanges(changes)) {
      await recordEvent(context, transaction, actor, {
        action: "programme.updated",
        changes: {
          programmeId: { from: id, to: id },
          programme: { from: before.programme, to: programme.name },
          ...changes,
        },
      });
    }
    return getProgramme(kyselyOf(transaction), id);
  });
  return rejectTakenName(updated);
}

/** @throws RefusalError if the programme does not exist */
async function lockProgramme(transaction: Transaction, id: number) {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const programme = await transaction.findOne(ProgrammeEntity, { id }, options);
  if (!programme) throw notFound("Programme");
  return programme;
}

/**
 * Turns a violation of the unique name into a refusal.
 * @throws RefusalError if another programme has the name
 */
export async function rejectTakenName<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (!violatesUnique(error, "programmes_name_unique")) throw error;
    const message = "A programme with this name already exists";
    throw new RefusalError("conflict", message, { issues: [{ path: ["name"], message }] });
  }
}
