import { z } from "zod";
import { id, idInput, timeInput } from "../../../platform/fields/fields.schema.ts";
import { linkEvidence, linkRow } from "../evidence/evidence.schema.ts";
import { factKinds } from "../facts/fact.rule.ts";

const traderInput = (name: "a" | "b") => idInput(`${name} must be the id of a user`);

export const compareInput = z
  .strictObject({
    a: traderInput("a").meta({ examples: [7], description: "The id of a trader" }),
    b: traderInput("b").meta({ examples: [8], description: "The id of another trader" }),
    to: timeInput("to").optional().meta({ description: "The end of the window; now by default" }),
  })
  .refine(({ a, b }) => a !== b, { path: ["b"], error: "Choose two different users" });

const time = z.string().nullable().meta({ format: "date-time" });

export const sharedFact = z
  .object({
    kind: z.enum(factKinds),
    userIds: z.array(id).meta({ examples: [[7, 8]] }),
    sharedBy: z.int().meta({ examples: [2], description: "The traders who share the value" }),
    of: z.int().meta({ examples: [320], description: "The traders with a value of the kind" }),
    oneIn: z
      .int()
      .meta({ examples: [51_040], description: "One in so many pairs of these shares a value" }),
    firstAt: time,
    lastAt: time.meta({ description: "`null` for persons and households" }),
  })
  .meta({ id: "SharedFact" });

export const linkComparison = z
  .object({
    evidence: z.array(linkEvidence.extend({ rows: z.array(linkRow) })),
    facts: z.array(sharedFact),
  })
  .meta({ id: "LinkComparison" });

export type LinkComparison = z.infer<typeof linkComparison>;
