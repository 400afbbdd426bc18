import { z } from "zod";
import { expectedSettings } from "../../../platform/fields/expected-settings.schema.ts";
import { id, idInput } from "../../../platform/fields/fields.schema.ts";
import { extraPictures } from "../identity/identity.rule.ts";

const requirement = z.object({
  identity: z.boolean().meta({ description: "An approved identity" }),
  agreements: z.array(id).meta({
    description: "The newest versions of these agreements; archived ones are not asked for",
    examples: [[3]],
  }),
});

/** What is held back until a trader has done their part. */
export const gates = z
  .object({
    fundedStep: requirement.meta({ description: "The start of a step with payouts" }),
    payoutApproval: requirement.meta({ description: "The approval of a payout request" }),
    trading: requirement.meta({
      description: "Trading with a stage that starts, or gets its login",
    }),
  })
  .meta({ id: "Gates" });

const MOST_AGREEMENTS = 20;
const agreementsError = {
  error: `agreements must be up to ${MOST_AGREEMENTS} ids of agreements`,
};

const requirementInput = z.strictObject({
  identity: z.boolean({ error: "identity must be true or false" }).optional(),
  agreements: z
    .array(idInput(agreementsError.error), agreementsError)
    .max(MOST_AGREEMENTS, agreementsError)
    .optional()
    .meta({ examples: [[3]] }),
});

/** Gates, and fields of a gate, that are left out stay as they are. */
const gatesInput = z.strictObject({
  fundedStep: requirementInput.optional(),
  payoutApproval: requirementInput.optional(),
  trading: requirementInput.optional(),
});
export const setGatesInput = gatesInput.safeExtend({ expected: expectedSettings(gatesInput) });

/** Which pages about their part a trader is offered, and what the page of the identity asks for. */
export const askedParts = z.object({
  identity: z.boolean(),
  /** Besides those of the document. */
  pictures: z.array(z.enum(extraPictures)),
  agreements: z.boolean(),
  orders: z.boolean(),
  conduct: z.boolean(),
  /** To other accounts, which were confirmed. */
  links: z.boolean(),
});
export type AskedParts = z.infer<typeof askedParts>;
