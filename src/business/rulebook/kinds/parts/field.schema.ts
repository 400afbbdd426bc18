import { z } from "zod";
import { parseCents } from "../../../../platform/money/money.ts";
import type { Field } from "./field.rule.ts";
import type { InputOfKind, RuleKind, RuleOfKind } from "./kind.rule.ts";

/**
 * The schemas of fields of rules. Decimals are text and stay as they were entered, because the hash of a version covers
 * its exact text. Every field is required; `null` means that it does not apply.
 */

const decimalText = (error: string) =>
  z.union([z.string(), z.number()], { error }).transform(String).pipe(z.string());

export const amount = decimalText("An amount must be text such as 5000.00")
  .refine((text) => (parseCents(text) ?? -1n) >= 0n, {
    error: "An amount must be a number with at most two decimals that is not negative",
  })
  .meta({ examples: ["5000.00"] });

export const percent = decimalText("A percent must be text such as 5")
  .refine((text) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100, {
    error: "A percent must be from 0 to 100, with at most two decimals",
  })
  .meta({ examples: ["5"] });

const volume = decimalText("A volume must be text such as 5.00")
  .refine((text) => /^\d{1,12}(\.\d{1,8})?$/.test(text), {
    error: "A volume must be a number of lots with at most eight decimals",
  })
  .meta({ examples: ["5.00"] });

export const timeOfDay = z
  .string({ error: "A time must be text such as 15:10" })
  .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), {
    error: "A time must be from 00:00 to 23:59",
  })
  .meta({ examples: ["00:00"] });

export const count = (error: string) =>
  z.int({ error }).min(0, { error }).max(1_000_000, { error });
export const days = count("Days must be a whole number");

const fixedAmount = z.strictObject({ amount });
const figure = (bases: readonly string[]) =>
  z.union([fixedAmount, z.strictObject({ percent, of: z.enum(bases) })], {
    error: `Must be an amount, or a percent of ${bases.join(" or ")}`,
  });

function fieldSchema(field: Field): z.ZodType {
  const schema = shapeSchema(field);
  const full = field.isOptional ? schema.nullable() : schema;
  return field.isOmittable ? full.optional() : full;
}

function shapeSchema(field: Field): z.ZodType {
  switch (field.shape) {
    case "choice":
      return z.enum(Object.keys(field.options));
    case "figure":
      return figure(field.bases);
    case "level":
      return fixedAmount;
    case "percent":
      return percent;
    case "volume":
      return volume;
    case "time":
      return timeOfDay;
    default:
      return days;
  }
}

/** A rule of any of the kinds. */
export function ruleOf<const Declared extends RuleKind>(
  kinds: readonly Declared[],
): z.ZodType<RuleOfKind<Declared>, InputOfKind<Declared>> {
  const [first, ...others] = kinds.map(({ kind, fields }) =>
    z.strictObject({
      kind: z.literal(kind),
      ...Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]),
      ),
    }),
  );
  const schema: z.ZodType = z.discriminatedUnion("kind", [first!, ...others]);
  return schema as z.ZodType<RuleOfKind<Declared>, InputOfKind<Declared>>;
}
