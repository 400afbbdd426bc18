import { defineEntity, type Opt, p } from "@mikro-orm/core";
import { Trader } from "../../../identity/users/trader.entity.ts";
import { appealDecisions, appealSubjects, attachmentKinds } from "./appeal.rule.ts";

export const AppealSchema = defineEntity({
  name: "Appeal",
  tableName: "appeals",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    trader: () =>
      p.manyToOne(Trader).fieldName("user_id").deleteRule("cascade").updateRule("no action"),
    subjectKind: p.enum(appealSubjects),
    /** The id of the review, of the payout request, of the finding or of the case. */
    subjectId: p.integer(),
    text: p.text(),
    createdAt: p.datetime(3),
    /** The appealed decision, or the finding: its time and reason, and the label of the administrator or API token. */
    appealedAt: p.datetime(3),
    appealedReason: p.text().nullable(),
    appealedBy: p.text().nullable(),
    /** The id of the administrator, or of the one who created the API token; `null` if there is none. */
    appealedById: p.integer().nullable(),
    decision: p.enum(appealDecisions).nullable(),
    reason: p.text().nullable(),
    decidedAt: p.datetime(3).nullable(),
    decidedBy: p.text().nullable(),
    /** The order of the list: open appeals, oldest first, then decided ones, newest first. */
    place: p
      .bigint("string")
      .$type<Opt<string>>()
      .generated(
        "(case when decision is null then (id)::bigint else ('4294967296'::bigint - id) end) stored",
      ),
  },
  uniques: [
    {
      name: "appeals_subject_unique",
      // Each trader of a case can appeal.
      properties: ["subjectKind", "subjectId", "trader"],
    },
  ],
  indexes: [
    { name: "appeals_place_index", properties: ["place", "id"] },
    { name: "appeals_decided_index", properties: ["decidedAt"], where: "decided_at is not null" },
    { name: "appeals_user_id_id_index", properties: ["trader", "id"] },
  ],
  checks: [
    {
      name: "appeals_decided_with_reason",
      expression: "num_nulls(decision, reason, decided_at, decided_by) in (0, 4)",
    },
  ],
});

/** A trader's objection to a confirmed breach, to the rejection of a payout request, to a finding, or to a link. */
export class Appeal extends AppealSchema.class {}

AppealSchema.setClass(Appeal);

export const AppealAttachmentSchema = defineEntity({
  name: "AppealAttachment",
  tableName: "appeal_attachments",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    appeal: () =>
      p.manyToOne(Appeal).fieldName("appeal_id").deleteRule("cascade").updateRule("no action"),
    name: p.text(),
    kind: p.enum(attachmentKinds),
    /** Bytes. */
    size: p.integer(),
    sha256: p.text(),
    fileKey: p.text().unique("appeal_attachments_file_key_unique"),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: "appeal_attachments_appeal_id_index", properties: ["appeal"] }],
});

/** A file that a trader has attached to an appeal. Never changed. */
export class AppealAttachment extends AppealAttachmentSchema.class {}

AppealAttachmentSchema.setClass(AppealAttachment);

/** The table has at most one row. */
export const AppealSettings = defineEntity({
  name: "AppealSettings",
  tableName: "appeal_settings",
  properties: {
    id: p.integer().$type<1>().primary().autoincrement(false),
    days: p.integer(),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [
    { name: "appeal_settings_id_check", expression: "id = 1" },
    { name: "appeal_settings_days_check", expression: "days >= 0 and days <= 90" },
  ],
});
