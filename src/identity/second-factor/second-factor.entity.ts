import { defineEntity, p } from "@mikro-orm/core";
import { AdministratorSchema } from "../team/administrator.entity.ts";
import { TraderSchema } from "../users/trader.entity.ts";

/** Someone who signs in. Traders and administrators are numbered separately. */
export interface Person {
  kind: "trader" | "administrator";
  id: number;
}

/** What a challenge was issued for: a new passkey, or a sign-in of this kind. */
const challengePurposes = ["registration", "trader", "administrator"] as const;

/** The columns of an owner, of which exactly one is set. */
const ownerOf = (table: string) => ({
  trader: () =>
    p
      .manyToOne(TraderSchema)
      .fieldName("user_id")
      .nullable()
      .foreignKeyName(`${table}_user_id_fkey`)
      .deleteRule("cascade")
      .updateRule("no action"),
  administrator: () =>
    p
      .manyToOne(AdministratorSchema)
      .fieldName("admin_id")
      .nullable()
      .foreignKeyName(`${table}_admin_id_fkey`)
      .deleteRule("cascade")
      .updateRule("no action"),
});

const ownerIndexes = (table: string) => [
  {
    name: `${table}_user_id_index`,
    properties: ["trader" as const],
    where: "user_id is not null",
  },
  {
    name: `${table}_admin_id_index`,
    properties: ["administrator" as const],
    where: "admin_id is not null",
  },
];

const ownerCheck = (table: string) => ({
  name: `${table}_have_one_owner`,
  expression: "(user_id is null) <> (admin_id is null)",
});

/** An app that computes codes for its owner. */
export const TotpFactor = defineEntity({
  name: "TotpFactor",
  tableName: "totp_factors",
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Encrypted: see `prove-identity.ts`. */
    secret: p.text().hidden(),
    createdAt: p.datetime(3),
    /** `null` until a first code has proved that an app has the secret. */
    confirmedAt: p.datetime(3).nullable(),
    /** Codes of this step and of earlier ones are no longer accepted. */
    lastUsedStep: p.bigint("string").nullable(),
    ...ownerOf("totp_factors"),
  },
  uniques: [
    { name: "totp_factors_user_id_unique", properties: ["trader"] },
    { name: "totp_factors_admin_id_unique", properties: ["administrator"] },
  ],
  checks: [ownerCheck("totp_factors")],
});

/** A code that replaces the second factor once. */
export const RecoveryCode = defineEntity({
  name: "RecoveryCode",
  tableName: "recovery_codes",
  properties: {
    id: p.integer().primary().autoincrement(),
    codeHash: p.text().hidden(),
    /** Shared by all codes that were created together. */
    salt: p.text().hidden(),
    usedAt: p.datetime(3).nullable(),
    ...ownerOf("recovery_codes"),
  },
  indexes: ownerIndexes("recovery_codes"),
  checks: [ownerCheck("recovery_codes")],
});

/** A credential of WebAuthn. */
export const Passkey = defineEntity({
  name: "Passkey",
  tableName: "passkeys",
  properties: {
    id: p.integer().primary().autoincrement(),
    credentialId: p.text().unique("passkeys_credential_id_unique"),
    publicKey: p.blob(),
    counter: p.bigint("string"),
    transports: p.array(),
    label: p.text(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
    ...ownerOf("passkeys"),
  },
  indexes: ownerIndexes("passkeys"),
  checks: [ownerCheck("passkeys")],
});

/** A passkey that does not count yet. */
export interface UnconfirmedPasskey {
  credentialId: string;
  /** In base64url. */
  publicKey: string;
  counter: string;
  transports: string[];
  label: string;
}

/** A trader's first factor, until the link in a mail confirms it. */
export const FactorConfirmationSchema = defineEntity({
  name: "FactorConfirmation",
  tableName: "factor_confirmations",
  properties: {
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .primary()
        .fieldName("user_id")
        .foreignKeyName("factor_confirmations_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    /** SHA-256 of the token in the latest link. */
    tokenHash: p.text().hidden().unique("factor_confirmations_token_hash_unique"),
    expiresAt: p.datetime(3),
    /** `null` for an authenticator app, whose row in `totp_factors` is not confirmed. */
    passkey: p.json<UnconfirmedPasskey>().nullable().hidden(),
    /** The hashes of the recovery codes that were shown. */
    codes: p.json<{ salt: string; hashes: string[] }>().hidden(),
    /** The session that added the factor, which stays open when it is confirmed. */
    sessionId: p.integer(),
  },
});

export class FactorConfirmation extends FactorConfirmationSchema.class {}

FactorConfirmationSchema.setClass(FactorConfirmation);

/** A challenge of WebAuthn that has not been answered yet. */
export const WebauthnChallenge = defineEntity({
  name: "WebauthnChallenge",
  tableName: "webauthn_challenges",
  properties: {
    challengeHash: p.text().primary(),
    purpose: p.enum(challengePurposes),
    expiresAt: p.datetime(3).index("webauthn_challenges_expires_at_index"),
    ...ownerOf("webauthn_challenges"),
  },
  indexes: ownerIndexes("webauthn_challenges"),
});
