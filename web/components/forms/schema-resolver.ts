import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { FieldValues, Resolver } from "react-hook-form";
import type { ZodType } from "zod";

type Schema<Input, Output> = ZodType<Output, Input>;

/** A schema, or a function that loads it, for forms on screens that should not wait for zod. */
export type SchemaSource<Input, Output> =
  Schema<Input, Output> | (() => Promise<Schema<Input, Output>>);

/**
 * Validates a form with the same schema as the server. A loader is called when the form is first focused, because zod
 * alone would make up a sixth of the initial bundle.
 */
export function schemaResolver<Input extends FieldValues, Output>(
  source: SchemaSource<Input, Output>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const schema = await loadSchema(source);
    // Without the schema, for example offline, only the server validates.
    if (!schema) return { values: values as unknown as Output, errors: {} };
    return standardSchemaResolver<Input, unknown, Output>(schema)(values, context, options);
  };
}

export async function loadSchema<Input, Output>(source: SchemaSource<Input, Output>) {
  if (typeof source !== "function") return source;
  try {
    return await source();
  } catch {
    return null;
  }
}
