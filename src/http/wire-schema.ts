import { z } from "zod";

const wireTimestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/**
 * Converts an output schema to one of its JSON, in which dates are text. Objects must not have unknown fields, because
 * JSON that is not parsed before it is sent would contain them.
 */
export function wireSchema(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodDate) return wireTimestamp;
  if (schema instanceof z.ZodNullable) return wireSchema(schema.unwrap()).nullable();
  if (schema instanceof z.ZodArray) return z.array(wireSchema(schema.element));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(wireSchema));
  if (!(schema instanceof z.ZodObject)) return schema as z.ZodType;
  const fields = Object.entries(schema.shape);
  return z.strictObject(Object.fromEntries(fields.map(([name, at]) => [name, wireSchema(at)])));
}
