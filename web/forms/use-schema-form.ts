import { useMemo } from "react";
import { useForm, type DefaultValues, type FieldValues } from "react-hook-form";
import { loadSchema, schemaResolver, type SchemaLoader } from "./schema-resolver.ts";

/**
 * A form under a shared schema; `preload` fetches the schema before it is needed.
 * @param values what is being edited, where it comes later or changes; what was typed stays
 */
export function useSchemaForm<Input extends FieldValues, Output>(
  load: SchemaLoader<Input, Output>,
  defaultValues: DefaultValues<NoInfer<Input>>,
  values?: NoInfer<Input>,
) {
  const resolver = useMemo(() => schemaResolver(load), [load]);
  const form = useForm<Input, unknown, Output>({
    resolver,
    defaultValues,
    values,
    // It holds for every reset, a Cancel's too, and not only for values that change.
    resetOptions: { keepDirtyValues: values !== undefined },
  });
  return { ...form, preload: () => void loadSchema(load) };
}
