import { z } from "zod";
import {
  id,
  idFilter,
  idInput,
  targetId,
  timestamp,
} from "../../../platform/fields/fields.schema.ts";
import { requiredText } from "../../../platform/fields/text.schema.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import { sharedFact } from "../comparison/comparison.schema.ts";
import { linkEvidence, linkRow } from "../evidence/evidence.schema.ts";
import { linkKinds } from "../evidence/link-kind.rule.ts";
import { caseKinds, LEAST_TRADERS, linkDecisions, linkStatuses } from "./link-case.rule.ts";

/** A case, as a list shows it. */
export const linkCase = z
  .object({
    id,
    status: z.enum(linkStatuses),
    kinds: z.array(z.enum(caseKinds)).meta({ description: "What brought the traders together" }),
    userIds: z.array(id).meta({ examples: [[17, 42]], description: "Ascending" }),
    openedAt: timestamp,
    reopenedAt: timestamp.nullable(),
    decidedAt: timestamp.nullable().meta({ description: "The time of the last decision" }),
    withhold: z
      .boolean()
      .meta({ description: "Whether payouts are to be withheld, by the last confirmation" }),
    mergedInto: id.nullable(),
  })
  .meta({ id: "LinkCase" });
export type LinkCase = z.infer<typeof linkCase>;

const sha256 = z.string().meta({ examples: ["9f2c".repeat(16)] });

/** A case with what was seen, and what was decided. */
export const linkCaseView = linkCase
  .extend({
    openedBy: z
      .string()
      .meta({ examples: ["Rules"], description: "`Rules`, or the name of an administrator" }),
    reason: z.string().nullable().meta({ description: "Of the person who opened it" }),
    traders: z.array(
      z.object({
        userId: id,
        fullName: z.string().nullable(),
        email: z.string(),
        login: z.string().nullable(),
        clearedAt: timestamp.nullable(),
      }),
    ),
    evidence: z.array(linkEvidence),
    facts: z.array(sharedFact),
    evidenceSha256: sha256.meta({
      description: "Of `{evidence, facts}` as canonical JSON (RFC 8785), in lower-case hex",
    }),
    decisions: z
      .array(
        z.object({
          decision: z.enum(linkDecisions),
          reason: z.string(),
          at: timestamp,
          by: z.string(),
          evidenceSha256: sha256,
        }),
      )
      .meta({ description: "The oldest first" }),
  })
  .meta({ id: "LinkCaseView" });
export type LinkCaseView = z.infer<typeof linkCaseView>;

const filters = {
  status: z
    .enum(linkStatuses, { error: `status must be ${linkStatuses.join(", ")}` })
    .optional()
    .meta({ description: "All cases if absent" }),
  userId: idFilter("userId").meta({ description: "Only the case of this trader" }),
};

export const listLinksInput = unsearchedListQuery(filters);

export const linkIdInput = z.strictObject({ id: targetId });

const ofTrader = (name: "a" | "b") => idInput(`${name} must be the id of a user`);
const kindError = { error: `kind must be ${linkKinds.join(" or ")}` };

export const linkRowsInput = z.strictObject({
  id: targetId,
  kind: z
    .enum(linkKinds, kindError)
    .meta({ examples: ["copied"], description: "The kind of the evidence" }),
  a: ofTrader("a").meta({ examples: [17], description: "The id of one of its users" }),
  b: ofTrader("b").meta({ examples: [42], description: "The id of the other one" }),
});
export const linkRows = z.array(linkRow);

const MOST_TRADERS = 20;
const tradersError = {
  error: `Name ${LEAST_TRADERS} to ${MOST_TRADERS} different users`,
};

export const linkReason = requiredText("Please provide a reason");

export const openLinkInput = z.strictObject({
  userIds: z
    .array(idInput("userIds must be ids of users"), tradersError)
    .min(LEAST_TRADERS, tradersError)
    .max(MOST_TRADERS, tradersError)
    .refine((ids) => new Set(ids).size === ids.length, tradersError)
    .meta({ examples: [[17, 42]] }),
  reason: linkReason,
});

const flag = (name: string) => z.boolean({ error: `${name} must be true or false` });

export const decideLinkInput = z
  .strictObject({
    id: targetId,
    decision: z.enum(linkDecisions, {
      error: `decision must be ${linkDecisions.join(", ")}`,
    }),
    reason: linkReason,
    withhold: flag("withhold").optional().meta({
      description: "Only of a confirmation: whether payouts are to be withheld; true by default",
    }),
    samePerson: flag("samePerson").optional().meta({
      description:
        "Only of a confirmation: whether the traders are one person; false by default, because copying is not being one person",
    }),
    evidenceSha256: z
      .string({ error: "evidenceSha256 must be a SHA-256 in lower-case hex" })
      .regex(/^[0-9a-f]{64}$/, { error: "evidenceSha256 must be a SHA-256 in lower-case hex" })
      .optional()
      .meta({ description: "That of the evidence that was seen; another one is refused" }),
  })
  .refine(
    ({ decision, withhold, samePerson }) =>
      decision === "confirm" || (withhold === undefined && samePerson === undefined),
    { path: ["decision"], error: "withhold and samePerson belong to a confirmation" },
  );

export const setWithholdInput = z.strictObject({
  id: targetId,
  withhold: flag("withhold"),
  reason: linkReason,
});
