import { sql } from "kysely";
import { readBrand } from "../../platform/brand/brand.queries.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { fromNow } from "../../platform/lib/clock.ts";
import { HOUR } from "../../platform/time/durations.rule.ts";
import { invalidField, RefusalError } from "../../platform/lib/errors.ts";
import { encryptTotpSecret } from "../../platform/vault/sealed-texts.ts";
import { addFactor, prepareCodes } from "./add-factor.ts";
import { lockPerson, ownerColumn, ownerColumns, personOf, type SelfActor } from "./person.ts";
import { proveIdentity } from "./prove-identity.ts";
import type { AddedFactor, Proof, TotpSetup } from "./second-factor.schema.ts";
import { readSecondFactor } from "./second-factor.queries.ts";
import { generateTotpSecret, totpUri } from "./totp.rule.ts";
import { countCodeAttempt, resetCodeAttempts, redeemTotpCode } from "./use-code.ts";

/** The time within which a first code must confirm the secret. */
const SETUP_TIME = HOUR;

/**
 * Creates a secret for an authenticator app, which has no effect before `confirmTotp`. Starting again replaces it.
 * @throws RefusalError if the proof is wrong, or an app is set up already
 */
export async function startTotp(
  context: Context,
  actor: SelfActor,
  proof: Proof,
): Promise<TotpSetup> {
  await proveIdentity(context, actor, proof);
  const person = personOf(actor);
  const secret = generateTotpSecret();
  await inTransaction(context.database, async (em) => {
    await lockPerson(em, person);
    const kysely = kyselyOf(em);
    const present = await kysely
      .selectFrom("totp_factors")
      .select("confirmed_at")
      .where(ownerColumn(person), "=", person.id)
      .executeTakeFirst();
    if (present?.confirmed_at)
      throw new RefusalError(
        "conflict",
        "An authenticator app is already set up. Turn it off first.",
      );
    await kysely.deleteFrom("totp_factors").where(ownerColumn(person), "=", person.id).execute();
    // The encrypted secret is bound to the id.
    const { rows } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('totp_factors', 'id'))::int as id`.execute(kysely);
    const { id } = rows[0]!;
    await kysely
      .insertInto("totp_factors")
      .values({
        id,
        ...ownerColumns(person),
        secret: encryptTotpSecret(context.cipher, id, secret),
        created_at: context.clock.now().toISOString(),
        confirmed_at: null,
        last_used_step: null,
      })
      .execute();
  });
  const account = actor.kind === "trader" ? actor.trader.email : actor.label;
  const { name } = await readBrand(context.database.kysely, context.config);
  return { secret, uri: totpUri(secret, name, account) };
}

/**
 * Turns the app on with its first code.
 * @throws RefusalError if the code is wrong, or no set-up was started within the last hour
 */
export async function confirmTotp(
  context: Context,
  actor: SelfActor,
  code: string,
): Promise<AddedFactor> {
  const person = personOf(actor);
  await countCodeAttempt(context, actor.caller, person);
  const newCodes = await prepareCodes(context, actor);
  const added = await inTransaction(context.database, async (em) => {
    await lockPerson(em, person);
    const kysely = kyselyOf(em);
    const started = await kysely
      .selectFrom("totp_factors")
      .select("id")
      .where(ownerColumn(person), "=", person.id)
      .where("confirmed_at", "is", null)
      .where("created_at", ">", fromNow(context.clock, -SETUP_TIME).toISOString())
      .executeTakeFirst();
    if (!started)
      throw new RefusalError(
        "conflict",
        "The set-up was not started, or has expired. Start again.",
      );
    if (!(await redeemTotpCode(context, em, person, code, { isConfirmed: false })))
      return undefined;
    return addFactor(context, em, actor, {
      action: "second-factor.totp-added",
      notice: { what: "totp-added" },
      newCodes,
      add: () =>
        kysely
          .updateTable("totp_factors")
          .set({ confirmed_at: context.clock.now().toISOString() })
          .where("id", "=", started.id)
          .execute(),
    });
  });
  if (!added)
    throw invalidField(
      "code",
      "This code is incorrect. Check the time of your device, and try the next one.",
    );
  await resetCodeAttempts(context, actor.caller, person);
  return { ...added, secondFactor: await readSecondFactor(context, person) };
}
