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
    /** `null` for codes of earlier releases. */
    createdAt: p.datetime(3).nullable(),
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

/** A passkey that does not count yet, or no longer. */
export interface StoredPasskey {
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
    passkey: p.json<StoredPasskey>().nullable().hidden(),
    /** The hashes of the recovery codes that were shown. */
    codes: p.json<{ salt: string; hashes: string[] }>().hidden(),
    /** The session that added the factor, which stays open when it is confirmed. */
    sessionId: p.integer(),
  },
});

export class FactorConfirmation extends FactorConfirmationSchema.class {}

FactorConfirmationSchema.setClass(FactorConfirmation);

export const removedKinds = ["totp", "passkey", "recovery-codes"] as const;

/** What a removed factor needs to count again, beside its secret. */
export type RemovedData =
  | { lastUsedStep: string | null }
  | (StoredPasskey & { lastUsedAt: string | null })
  | { salt: string; codes: { hash: string; usedAt: string | null }[] };

/**
 * A removed factor or set of recovery codes of a trader, kept as long as a link can put it back. Administrators have no
 * mails, so theirs are not kept.
 */
export const RemovedFactor = defineEntity({
  name: "RemovedFactor",
  tableName: "removed_factors",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .fieldName("user_id")
        .foreignKeyName("removed_factors_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    kind: p.enum(removedKinds),
    /** The id that it had. The encrypted secret of an authenticator app is bound to it. */
    factorId: p.integer(),
    /** `null` if it is not known, as of recovery codes of earlier releases. */
    addedAt: p.datetime(3).nullable(),
    removedAt: p.datetime(3).index("removed_factors_removed_at_index"),
    /** Of an authenticator app, as it was in `totp_factors`. */
    secret: p.text().nullable().hidden(),
    data: p.json<RemovedData>().hidden(),
  },
  indexes: [{ name: "removed_factors_user_id_index", properties: ["trader"] }],
});

export const linkPurposes = ["not-me", "stop-recovery"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

export const MailedLinkSchema = defineEntity({
  name: "MailedLink",
  tableName: "mailed_links",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .fieldName("user_id")
        .foreignKeyName("mailed_links_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    purpose: p.enum(linkPurposes),
    /** SHA-256 of the token. */
    tokenHash: p.text().hidden().unique("mailed_links_token_hash_unique"),
    /** The moment of the event that the mail is about. */
    about: p.datetime(3),
    expiresAt: p.datetime(3).index("mailed_links_expires_at_index"),
  },
  indexes: [{ name: "mailed_links_user_id_index", properties: ["trader"] }],
});

/** A link in a mail that works once, without a session. */
export class MailedLink extends MailedLinkSchema.class {}

MailedLinkSchema.setClass(MailedLink);

export const FactorRecoverySchema = defineEntity({
  name: "FactorRecovery",
  tableName: "factor_recoveries",
  properties: {
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .primary()
        .fieldName("user_id")
        .foreignKeyName("factor_recoveries_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    requestedAt: p.datetime(3),
    endsAt: p.datetime(3).index("factor_recoveries_ends_at_index"),
    /** The label of the administrator at that time. */
    requestedBy: p.text(),
    reason: p.text(),
  },
});

/** The running removal of all factors of a trader who has lost them. */
export class FactorRecovery extends FactorRecoverySchema.class {}

FactorRecoverySchema.setClass(FactorRecovery);

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
