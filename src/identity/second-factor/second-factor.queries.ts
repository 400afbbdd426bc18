import { type Kysely, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { passkeySite } from "./webauthn.ts";
import { ownerColumn } from "./person.ts";
import { readRecovery } from "./recovery.queries.ts";
import type { SecondFactor, SecondFactorMethod } from "./second-factor.schema.ts";
import type { Person } from "./second-factor.entity.ts";
import { json, text, timestamp } from "../../platform/database/columns.ts";
import { byTrader, type OwnDataPart } from "../users/own-data-part.ts";

/** Returns how the person can complete a sign-in with the password or access key; empty without a second factor. */
export async function readMethods(
  kysely: Kysely<Tables>,
  person: Person,
): Promise<SecondFactorMethod[]> {
  const rowsIn = (table: "totp_factors" | "passkeys" | "recovery_codes") =>
    kysely.selectFrom(table).select("id").where(ownerColumn(person), "=", person.id);
  const { totp, passkey, recovery } = await kysely
    .selectNoFrom(({ exists }) => [
      exists(rowsIn("totp_factors").where("confirmed_at", "is not", null)).as("totp"),
      exists(rowsIn("passkeys")).as("passkey"),
      exists(rowsIn("recovery_codes").where("used_at", "is", null)).as("recovery"),
    ])
    .executeTakeFirstOrThrow();
  if (!totp && !passkey) return [];
  return [
    ...(totp ? (["totp"] as const) : []),
    ...(passkey ? (["passkey"] as const) : []),
    ...(recovery ? (["recovery-code"] as const) : []),
  ];
}

export async function hasSecondFactor(kysely: Kysely<Tables>, person: Person): Promise<boolean> {
  return (await readMethods(kysely, person)).length > 0;
}

/** Returns whether an owner requires a second factor of all administrators. */
export async function isRequiredOfTeam(kysely: Kysely<Tables>): Promise<boolean> {
  const row = await kysely
    .selectFrom("team_settings")
    .select("second_factor_required as isRequired")
    .executeTakeFirst();
  return row?.isRequired ?? false;
}

/** Returns the person's own factors, without secrets. */
export async function readSecondFactor(context: Context, person: Person): Promise<SecondFactor> {
  const { clock, config, database } = context;
  const { kysely } = database;
  const owner = ownerColumn(person);
  const totp = await kysely
    .selectFrom("totp_factors")
    .select("confirmed_at as at")
    .where(owner, "=", person.id)
    .executeTakeFirst();
  const { left } = await kysely
    .selectFrom("recovery_codes")
    .select(sql<number>`count(*)::int`.as("left"))
    .where(owner, "=", person.id)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  const passkeys = await kysely
    .selectFrom("passkeys")
    .select(["id", "label", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .where(owner, "=", person.id)
    .orderBy("id")
    .execute();
  const waiting = await kysely
    .selectFrom("factor_confirmations")
    .select(["expires_at as confirmBy", sql<boolean>`passkey is not null`.as("isPasskey")])
    .where("user_id", "=", person.kind === "trader" ? person.id : 0)
    .where("expires_at", ">", clock.now().toISOString())
    .executeTakeFirst();
  const isRequired = person.kind === "administrator" && (await isRequiredOfTeam(kysely));
  return {
    isOn: Boolean(totp?.at) || passkeys.length > 0,
    isRequired,
    totpSince: totp?.at ? new Date(totp.at) : null,
    recoveryCodesLeft: left,
    passkeys: passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      createdAt: new Date(createdAt),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
    })),
    unconfirmed: waiting
      ? { kind: waiting.isPasskey ? "passkey" : "totp", confirmBy: new Date(waiting.confirmBy) }
      : null,
    recovery: person.kind === "trader" ? await readRecovery(context, kysely, person.id) : null,
    passkeyOrigin: passkeySite(config)?.origin ?? null,
  };
}

export const authenticatorAppsPart: OwnDataPart = {
  name: "authenticator-apps",
  about: "Second factor: authenticator apps, without their secrets",
  table: "totp_factors",
  where: byTrader("totp_factors.user_id"),
  key: ["totp_factors.id"],
  columns: {
    createdAt: timestamp("totp_factors.created_at"),
    confirmedAt: timestamp("totp_factors.confirmed_at"),
  },
};

export const passkeysPart: OwnDataPart = {
  name: "passkeys",
  about: "Second factor: passkeys, without their keys",
  table: "passkeys",
  where: byTrader("passkeys.user_id"),
  key: ["passkeys.id"],
  columns: {
    label: text("passkeys.label"),
    transports: json("passkeys.transports"),
    createdAt: timestamp("passkeys.created_at"),
    lastUsedAt: timestamp("passkeys.last_used_at"),
  },
};

export const recoveryCodesPart: OwnDataPart = {
  name: "recovery-codes",
  about: "Second factor: when each recovery code was used, without the codes",
  table: "recovery_codes",
  where: byTrader("recovery_codes.user_id"),
  key: ["recovery_codes.id"],
  columns: { usedAt: timestamp("recovery_codes.used_at") },
};
