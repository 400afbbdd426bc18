import { z } from "zod";

/** The longest reason that is kept of a comment. */
const MAX_COMMENT = 2_000;

const comment = z
  .string()
  .nullish()
  .transform((text) => text?.replaceAll("\0", "").trim().slice(0, MAX_COMMENT).toWellFormed());

/** What is read of a message of Sumsub (https://docs.sumsub.com/docs/user-verification-webhooks). */
export const sumsubMessage = z.object({
  externalUserId: z.string(),
  createdAtMs: z.union([z.string(), z.number()]),
  reviewResult: z
    .object({
      reviewAnswer: z.enum(["GREEN", "RED"]),
      reviewRejectType: z.string().nullish(),
      moderationComment: comment,
    })
    .nullish(),
});

const day = z.iso.date().nullish().catch(null);

/** What is read of a decision of Veriff (https://devdocs.veriff.com/docs/decision-webhook). */
export const veriffMessage = z.object({
  vendorData: z.string(),
  decisionTime: z.string().nullish(),
  acceptanceTime: z.string().nullish(),
  reason: comment,
  person: z
    .object({
      firstName: z.string().nullish(),
      lastName: z.string().nullish(),
      dateOfBirth: day,
    })
    .nullish(),
  document: z.object({ type: z.string().nullish(), validUntil: day }).nullish(),
});
