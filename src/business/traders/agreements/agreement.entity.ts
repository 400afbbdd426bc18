import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../../../identity/users/trader.entity.ts";

export const AgreementSchema = defineEntity({
  name: "Agreement",
  tableName: "agreements",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    name: p.text(),
    /** From when it is not asked for any more. */
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: "agreements_name_unique",
      expression: `create unique index "agreements_name_unique" on "agreements" (lower(name))`,
    },
  ],
});

/** A text that traders accept, in versions. */
export class Agreement extends AgreementSchema.class {}

AgreementSchema.setClass(Agreement);

export const AgreementVersionSchema = defineEntity({
  name: "AgreementVersion",
  tableName: "agreement_versions",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    agreement: () =>
      p
        .manyToOne(Agreement)
        .fieldName("agreement_id")
        .deleteRule("no action")
        .updateRule("no action"),
    version: p.integer(),
    /** Markdown. */
    text: p.text(),
    /** Of the UTF-8 bytes of the text, in hexadecimal digits. */
    sha256: p.text(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
  uniques: [{ name: "agreement_versions_unique", properties: ["agreement", "version"] }],
});

/** One version of an agreement. Never changed. */
export class AgreementVersion extends AgreementVersionSchema.class {}

AgreementVersionSchema.setClass(AgreementVersion);

export const AgreementAcceptanceSchema = defineEntity({
  name: "AgreementAcceptance",
  tableName: "agreement_acceptances",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    trader: () =>
      p.manyToOne(Trader).fieldName("user_id").deleteRule("cascade").updateRule("no action"),
    version: () =>
      p
        .manyToOne(AgreementVersion)
        .fieldName("version_id")
        .deleteRule("no action")
        .updateRule("no action"),
    /** The trader's name at that time. */
    fullName: p.text().nullable(),
    acceptedAt: p.datetime(3),
  },
  uniques: [{ name: "agreement_acceptances_unique", properties: ["trader", "version"] }],
  indexes: [{ name: "agreement_acceptances_version_id_id_index", properties: ["version", "id"] }],
});

/** That a trader has accepted a version. Never changed. */
export class AgreementAcceptance extends AgreementAcceptanceSchema.class {}

AgreementAcceptanceSchema.setClass(AgreementAcceptance);
