import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { FieldValues, Resolver } from "react-hook-form";
import type { ZodType } from "zod";

export type SchemaLoader<Input, Output> = () => Promise<ZodType<Output, Input>>;

/**
 * Validates a form with the same schema as the server. The schema and zod are fetched when the form is first focused,
 * because zod alone would make up a sixth of the initial bundle.
 */
export function schemaResolver<Input extends FieldValues, Output>(
  load: SchemaLoader<Input, Output>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const schema = await loadSchema(load);
    // Without the schema, for example offline, only the server validates.
    if (!schema) return { values: values as unknown as Output, errors: {} };
    return standardSchemaResolver<Input, unknown, Output>(schema)(values, context, options);
  };
}

export async function loadSchema<Input, Output>(load: SchemaLoader<Input, Output>) {
  try {
    return await load();
  } catch {
    return null;
  }
}
