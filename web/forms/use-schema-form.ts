import { useMemo } from "react";
import { useForm, type DefaultValues, type FieldValues } from "react-hook-form";
import { loadSchema, schemaResolver, type SchemaLoader } from "./schema-resolver.ts";

/** A form under a shared schema; `preload` fetches the schema before it is needed. */
export function useSchemaForm<Input extends FieldValues, Output>(
  load: SchemaLoader<Input, Output>,
  defaultValues: DefaultValues<NoInfer<Input>>,
) {
  const resolver = useMemo(() => schemaResolver(load), [load]);
  const form = useForm<Input, unknown, Output>({ resolver, defaultValues });
  return { ...form, preload: () => void loadSchema(load) };
}
