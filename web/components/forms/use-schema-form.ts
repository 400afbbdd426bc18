import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMemo } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type Resolver,
  useForm,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from "react-hook-form";
import { plainAmount } from "../../../src/platform/money/money.ts";
import type { ZodType } from "zod";
import { readApiError } from "../../app/api-client/api-error.ts";

/** A form whose values are validated by a zod schema, usually the server's. */
export interface SchemaForm<Input extends FieldValues, Output> extends UseFormReturn<
  Input,
  unknown,
  Output
> {
  /** Returns the props of a control: its registration and its error. */
  field: <Name extends FieldPath<Input>>(
    name: Name,
    options?: RegisterOptions<Input, Name>,
  ) => UseFormRegisterReturn<Name> & { error: string | undefined };
  /** Like `field`, for an amount of money or a percentage, which may be typed in the notation of any country. */
  amountField: <Name extends FieldPath<Input>>(
    name: Name,
  ) => UseFormRegisterReturn<Name> & {
    error: string | undefined;
    inputMode: "decimal";
    autoComplete: "off";
  };
  /** Shows the server's messages at the fields that they refer to. */
  showErrors: (error: unknown) => void;
  /** Fetches the schema before it is needed. */
  preload: () => void;
}

/** @param values replace the default values when they arrive or change; edited fields are kept */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: SchemaSource<Input, Output>,
  defaultValues: DefaultValues<NoInfer<Input>> | undefined,
  values?: NoInfer<Input>,
): SchemaForm<Input, Output> {
  const resolver = useMemo(() => schemaResolver(schema), [schema]);
  const form = useForm<Input, unknown, Output>({
    resolver,
    defaultValues,
    values,
    // This also affects `reset()`, so it must be off in forms whose values do not arrive later.
    resetOptions: { keepDirtyValues: values !== undefined },
  });
  const { errors } = form.formState;
  const field: SchemaForm<Input, Output>["field"] = (name, options) => ({
    ...form.register(name, options),
    error: form.getFieldState(name, { ...form.formState, errors }).error?.message,
  });
  return {
    ...form,
    field,
    amountField: (name) => ({
      ...field(name, { setValueAs: plainAmount }),
      inputMode: "decimal",
      autoComplete: "off",
    }),
    showErrors(error) {
      const fields = form.getValues();
      for (const { path, message } of readApiError(error).issues ?? []) {
        const name = String(path[0]);
        if (name in fields) form.setError(name as FieldPath<Input>, { message });
      }
    },
    preload: () => void loadSchema(schema),
  };
}

type Schema<Input, Output> = ZodType<Output, Input>;

/** A schema, or a function that loads it, for forms on screens that should not wait for zod. */
type SchemaSource<Input, Output> = Schema<Input, Output> | (() => Promise<Schema<Input, Output>>);

/**
 * Validates a form with the same schema as the server. A loader is called when the form is first focused, because zod
 * alone would make up a sixth of the initial bundle.
 */
function schemaResolver<Input extends FieldValues, Output>(
  source: SchemaSource<Input, Output>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const schema = await loadSchema(source);
    // Without the schema, for example offline, only the server validates.
    if (!schema) return { values: values as unknown as Output, errors: {} };
    return standardSchemaResolver<Input, unknown, Output>(schema)(values, context, options);
  };
}

async function loadSchema<Input, Output>(source: SchemaSource<Input, Output>) {
  if (typeof source !== "function") return source;
  try {
    return await source();
  } catch {
    return null;
  }
}
