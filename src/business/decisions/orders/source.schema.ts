import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { nameText, requiredText } from "../../../platform/fields/text.schema.ts";
import { money, moneyInput } from "../../../platform/money/money.schema.ts";
import { productKinds, sourceKinds } from "./order.rule.ts";
import { order } from "./order.schema.ts";

/** What sends signed messages: a shop, or a service that checks identities. */
export const source = z
  .object({
    id,
    name: z.string().meta({ examples: ["Web shop"] }),
    kind: z.enum(sourceKinds),
    url: z.string().meta({
      description: "Where it sends its messages",
      examples: ["https://propdesk.example.com/api/hooks/3"],
    }),
    createdAt: timestamp,
    lastReceivedAt: timestamp
      .nullable()
      .meta({ description: "The last message with a right signature" }),
  })
  .meta({ id: "Source" });
export type Source = z.infer<typeof source>;

/** The last message of a source that was refused. */
export const refusedMessage = z.object({
  sourceId: id,
  at: timestamp,
  reason: z.string(),
});

const secretOutput = z.string().meta({
  description: "With which its messages are signed; it is not shown again",
  examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
});

export const sourceWithSecret = source
  .extend({ secret: secretOutput })
  .meta({ id: "SourceWithSecret" });
export type SourceWithSecret = z.infer<typeof sourceWithSecret>;

const secretMessage = "Secret must have 16 to 200 visible characters";

const secret = z
  .string({ error: secretMessage })
  .regex(/^[\x21-\x7e]{16,200}$/, { error: secretMessage })
  .meta({ description: "As the vendor shows it; generated if absent. Of `json`, `whsec_…`" });

const name = nameText("Please enter a name");

const kindMessage = `kind must be one of ${sourceKinds.join(", ")}`;

export const createSourceInput = z.strictObject({
  name,
  kind: z.enum(sourceKinds, { error: kindMessage }),
  secret: secret.optional(),
});

export const updateSourceInput = z.strictObject({
  id: targetId,
  name: name.optional(),
  secret: secret.optional(),
});

export const sourceIdInput = z.strictObject({ id: targetId });

/** What a product of a shop means. */
export const sourceProduct = z
  .object({
    product: z.string().meta({ description: "Its id at the shop", examples: ["1042"] }),
    kind: z.enum(productKinds),
    programmeVersionId: id.nullable().meta({ description: "Of `start`; `null` otherwise" }),
    initialBalance: money.nullable().meta({ description: "Of `start`; `null` otherwise" }),
  })
  .meta({ id: "SourceProduct" });
export type SourceProduct = z.infer<typeof sourceProduct>;

export const mapProductInput = z.strictObject({
  id: targetId,
  product: requiredText("Product is required"),
  kind: z.enum(productKinds, { error: `kind must be one of ${productKinds.join(", ")}` }),
  programmeVersionId: targetId.nullish(),
  initialBalance: moneyInput("Initial balance must be a valid number").nullish(),
});

/** A product of waiting items that is not mapped. */
export const unmappedProduct = z.object({
  product: z.string(),
  name: z.string().nullable(),
  items: z.int(),
  since: timestamp,
});

export const testSourceInput = z.strictObject({
  id: targetId,
  payload: z
    .looseObject({}, { error: "Payload must be an object" })
    .meta({ description: "A message as the shop sends it" }),
});

export const testedSource = z.object({
  order: order.nullable().meta({ description: "`null` if the message makes no order" }),
});
