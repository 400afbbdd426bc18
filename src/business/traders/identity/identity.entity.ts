import { defineEntity, type Opt, p } from "@mikro-orm/core";
import { Trader } from "../../../identity/users/trader.entity.ts";
import {
  type ExtraPicture,
  pictureKinds,
  sideNames,
  storedIdentityStatuses,
} from "./identity.rule.ts";

export const IdentityProfileSchema = defineEntity({
  name: "IdentityProfile",
  tableName: "identity_profiles",
  properties: {
    trader: () =>
      p
        .oneToOne(Trader)
        .owner()
        .primary()
        .fieldName("user_id")
        .deleteRule("cascade")
        .updateRule("no action"),
    /** Names the trader to outside checkers. Not guessable, because some of their forms accept any reference. */
    reference: p.text().unique("identity_profiles_reference_unique"),
    /** Rejections since the last approval; below zero if a recheck has granted more. */
    usedAttempts: p.integer().default(0),
    /** The own time of the newest news of an outside checker. */
    checkedAt: p.datetime(3).nullable(),
  },
});

/** What outlives the attempts of a trader to prove their identity. */
export class IdentityProfile extends IdentityProfileSchema.class {}

IdentityProfileSchema.setClass(IdentityProfile);

export const IdentitySchema = defineEntity({
  name: "Identity",
  tableName: "identities",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    trader: () =>
      p.manyToOne(Trader).fieldName("user_id").deleteRule("cascade").updateRule("no action"),
    /** The facts as JSON, encrypted and bound to the trader: see `sealed-facts.ts`. `null` if only a checker knows them. */
    facts: p.text().nullable().hidden(),
    status: p.enum(storedIdentityStatuses),
    /** For the trader. */
    reason: p.text().nullable(),
    /** The kind of the outside checker that has it; `null` if the firm decides. */
    checker: p.text().nullable(),
    createdAt: p.datetime(3),
    submittedAt: p.datetime(3).nullable(),
    decidedAt: p.datetime(3).nullable(),
    /** The label of the administrator, or the name of the checker. */
    decidedBy: p.text().nullable(),
    /** From when an approval does not count any more. */
    expiresAt: p.datetime(3).nullable(),
    /** The order of the list. Drafts come last. */
    place: p
      .bigint("string")
      .$type<Opt<string>>()
      .generated(
        "(coalesce((extract(epoch from (submitted_at at time zone 'UTC')) * 1000)::bigint, '9007199254740991'::bigint)) stored",
      ),
  },
  indexes: [
    { name: "identities_user_id_id_index", properties: ["trader", "id"] },
    { name: "identities_place_index", properties: ["place", "id"] },
    {
      name: "identities_decided_index",
      properties: ["decidedAt"],
      where: "decided_at is not null",
    },
    { name: "identities_status_place_index", properties: ["status", "place", "id"] },
    {
      name: "identities_open_unique",
      expression: `create unique index "identities_open_unique" on "identities" ("user_id") where status in ('draft', 'submitted')`,
    },
  ],
  checks: [
    {
      name: "identities_decided",
      expression: "(status in ('approved', 'rejected')) = (decided_at is not null)",
    },
  ],
});

/** One attempt of a trader to prove their identity. The latest one of a trader counts. */
export class Identity extends IdentitySchema.class {}

IdentitySchema.setClass(Identity);

export const IdentityFileSchema = defineEntity({
  name: "IdentityFile",
  tableName: "identity_files",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    identity: () =>
      p.manyToOne(Identity).fieldName("identity_id").deleteRule("cascade").updateRule("no action"),
    userId: p.integer(),
    side: p.enum(sideNames),
    kind: p.enum(pictureKinds),
    /** Bytes of the picture. */
    size: p.integer(),
    /** A later attempt refers to the same file until its side is replaced. */
    fileKey: p.text(),
    /** The key that the file is encrypted with, itself encrypted and bound to the trader. */
    dataKey: p.text().hidden(),
    uploadedAt: p.datetime(3),
  },
  uniques: [{ name: "identity_files_side_unique", properties: ["identity", "side"] }],
  indexes: [{ name: "identity_files_file_key_index", properties: ["fileKey"] }],
});

/** A picture of a document or a person. Its file is encrypted. */
export class IdentityFile extends IdentityFileSchema.class {}

IdentityFileSchema.setClass(IdentityFile);

/** The table has at most one row. */
export const IdentitySettings = defineEntity({
  name: "IdentitySettings",
  tableName: "identity_settings",
  properties: {
    id: p.integer().$type<1>().primary().autoincrement(false),
    attempts: p.integer(),
    pictures: p.array().$type<ExtraPicture[]>(),
    validMonths: p.integer().nullable(),
    keepDays: p.integer(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [
    { name: "identity_settings_id_check", expression: "id = 1" },
    {
      name: "identity_settings_numbers_check",
      expression:
        "attempts >= 1 and attempts <= 10 and (valid_months is null or valid_months >= 1 and valid_months <= 120) and keep_days >= 1 and keep_days <= 3650",
    },
  ],
});
