import type { z } from "zod";
import { changesBetween, hasChanges } from "../../platform/audit/changes.rule.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { notFound } from "../../platform/lib/errors.ts";
import type { renamePasskeyInput } from "./passkey.schema.ts";
import { ownerColumn, personOf, type SelfActor } from "./person.ts";
import { recordChange } from "./record-change.ts";
import { readSecondFactor } from "./second-factor.queries.ts";
import type { SecondFactor } from "./second-factor.schema.ts";

/** @throws RefusalError if the passkey does not exist or belongs to another person */
export async function renamePasskey(
  context: Context,
  actor: SelfActor,
  { id, label }: z.output<typeof renamePasskeyInput>,
): Promise<SecondFactor> {
  const person = personOf(actor);
  await inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    const present = await kysely
      .selectFrom("passkeys")
      .select("label")
      .where("id", "=", id)
      .where(ownerColumn(person), "=", person.id)
      .forUpdate()
      .executeTakeFirst();
    if (!present) throw notFound("Passkey");
    const changes = changesBetween({ passkey: present.label }, { passkey: label });
    if (!hasChanges(changes)) return;
    await kysely.updateTable("passkeys").set({ label }).where("id", "=", id).execute();
    await recordChange(context, em, actor, { action: "passkey.renamed", changes });
  });
  return readSecondFactor(context, person);
}
