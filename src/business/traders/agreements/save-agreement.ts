import { createHash } from "node:crypto";
import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { violatesUnique } from "../../../platform/database/failures.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { Agreement as AgreementEntity, AgreementVersion } from "./agreement.entity.ts";
import type {
  addAgreementVersionInput,
  Agreement,
  createAgreementInput,
  updateAgreementInput,
} from "./agreement.schema.ts";
import { getAgreement } from "./agreements.queries.ts";

/** Creates an agreement with its first version. @throws RefusalError if another agreement has the name */
export async function createAgreement(
  context: Context,
  actor: StaffActor,
  { name, text }: z.output<typeof createAgreementInput>,
): Promise<Agreement> {
  try {
    return await inTransaction(context.database, async (transaction) => {
      const createdAt = context.clock.now();
      const agreement = transaction.create(AgreementEntity, { name, archivedAt: null, createdAt });
      const versionId = await insertVersion(context, transaction, actor, agreement, 1, text);
      const { id } = agreement;
      await recordEvent(context, transaction, actor, {
        action: "agreement.created",
        changes: changesBetween(
          {},
          { agreementId: id, agreement: name, version: 1, versionId, sha256: sha256Of(text) },
        ),
      });
      return getAgreement(kyselyOf(transaction), id);
    });
  } catch (error) {
    if (!violatesUnique(error, "agreements_name_unique")) throw error;
    const message = "An agreement with this name already exists";
    throw new RefusalError("conflict", message, { issues: [{ path: ["name"], message }] });
  }
}

/** Adds a version, which traders have to accept anew. @throws RefusalError if the agreement does not exist */
export async function addAgreementVersion(
  context: Context,
  actor: StaffActor,
  { id, text }: z.output<typeof addAgreementVersionInput>,
): Promise<Agreement> {
  return inTransaction(context.database, async (transaction) => {
    // The lock numbers versions that are added at the same time, and acceptances wait for it.
    const agreement = await lockAgreement(transaction, id);
    const kysely = kyselyOf(transaction);
    const { last } = await kysely
      .selectFrom("agreement_versions")
      .select(({ fn }) => fn.max("version").as("last"))
      .where("agreement_id", "=", id)
      .executeTakeFirstOrThrow();
    const version = last + 1;
    const versionId = await insertVersion(context, transaction, actor, agreement, version, text);
    await recordEvent(context, transaction, actor, {
      action: "agreement.version-added",
      changes: changesBetween(
        { agreementId: null, agreement: null, version: last, versionId: null, sha256: null },
        {
          agreementId: id,
          agreement: agreement.name,
          version,
          versionId,
          sha256: sha256Of(text),
        },
      ),
    });
    return getAgreement(kysely, id);
  });
}

/** Archives or restores an agreement. @throws RefusalError if it does not exist */
export async function updateAgreement(
  context: Context,
  actor: StaffActor,
  { id, archived }: z.output<typeof updateAgreementInput>,
): Promise<Agreement> {
  return inTransaction(context.database, async (transaction) => {
    const agreement = await lockAgreement(transaction, id);
    const wasArchived = agreement.archivedAt !== null;
    if (archived !== wasArchived) {
      agreement.archivedAt = archived ? context.clock.now() : null;
      await recordEvent(context, transaction, actor, {
        action: "agreement.updated",
        changes: {
          agreementId: { from: id, to: id },
          agreement: { from: agreement.name, to: agreement.name },
          archived: { from: wasArchived, to: archived },
        },
      });
    }
    return getAgreement(kyselyOf(transaction), id);
  });
}

const sha256Of = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

/** @returns the id */
async function insertVersion(
  { clock }: Context,
  transaction: Transaction,
  actor: StaffActor,
  agreement: AgreementEntity,
  version: number,
  text: string,
): Promise<number> {
  const inserted = transaction.create(AgreementVersion, {
    agreement,
    version,
    text,
    sha256: sha256Of(text),
    createdAt: clock.now(),
    createdBy: actor.label,
  });
  await transaction.flush();
  return inserted.id;
}

/** @throws RefusalError if the agreement does not exist */
async function lockAgreement(transaction: Transaction, id: number) {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const agreement = await transaction.findOne(AgreementEntity, { id }, options);
  if (!agreement) throw notFound("Agreement");
  return agreement;
}
