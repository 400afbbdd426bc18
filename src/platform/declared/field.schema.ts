import { z } from "zod";
import { keysOf } from "../fields/keys-of.rule.ts";
import { recordOf } from "../fields/pick.rule.ts";
import { optionalText, text } from "../fields/text.schema.ts";
import { flagFilter } from "../lists/list.schema.ts";
import { moneyInput, moneySum } from "../money/money.schema.ts";
import type { Field, Fields } from "./field.rule.ts";

type Choice<Values extends readonly string[]> = z.ZodEnum<{ [Value in Values[number]]: Value }>;

/** The schema of a field in a response. */
type Output<Of extends Field> = Of extends {
  kind: "choice";
  values: infer Values extends readonly string[];
}
  ? Choice<Values>
  : Of extends { kind: "flag" }
    ? z.ZodBoolean
    : Of extends { kind: "email" | "amount" }
      ? z.ZodString
      : z.ZodNullable<z.ZodString>;

/** Returns the schemas of the fields in a response. */
export function outputsOf<Of extends Fields>(fields: Of) {
  return recordOf(keysOf(fields), (name) => outputOf(fields[name]!)) as {
    [Name in keyof Of & string]: Output<Of[Name]>;
  };
}

function outputOf(field: Field) {
  if (field.kind === "amount") return moneySum;
  if (field.kind === "flag") return z.boolean();
  if (field.kind === "choice") return z.enum(field.values);
  const output = field.kind === "email" ? z.string() : z.string().nullable();
  return output.meta({ examples: [field.example] });
}

type OptionalText = ReturnType<typeof optionalText>;

/** The schema of a field that may be omitted. */
type OptionalInput<Of extends Field> = Of extends {
  kind: "choice";
  values: infer Values extends readonly string[];
}
  ? z.ZodOptional<Choice<Values>>
  : Of extends { kind: "flag" }
    ? z.ZodOptional<z.ZodBoolean>
    : Of extends { kind: "amount" }
      ? z.ZodOptional<ReturnType<typeof moneyInput>>
      : OptionalText;

/** Returns the inputs of fields, each of which may be omitted. */
export function optionalInputs<Of extends Fields, Name extends keyof Of & string>(
  fields: Of,
  names: readonly Name[],
) {
  return recordOf(names, (name) => optionalInput(name, fields[name]!)) as {
    [Each in Name]: OptionalInput<Of[Each]>;
  };
}

function optionalInput(name: string, field: Field) {
  if (field.kind === "amount") return moneyInput(field.message).optional();
  if (field.kind === "choice") return z.enum(field.values, { error: field.message }).optional();
  if (field.kind === "flag")
    return z.boolean({ error: `${name} must be true or false` }).optional();
  return optionalText();
}

/** A filter for a text that must match as a whole. */
const exactly = (message: string) => text(message).min(1, { error: message }).optional();

/** The input of the filter that a field declares. */
export type FieldFilterInput<Of extends Field> = Of extends { kind: "flag" }
  ? ReturnType<typeof flagFilter>
  : ReturnType<typeof exactly>;

/** Returns the input of the filter that a field declares. @throws Error if it declares none */
export function fieldFilterInput(name: string, field: Field) {
  if (field.kind === "flag") return flagFilter(name).meta({ ...field.filter });
  if (field.kind !== "text" || !field.filter) throw new Error(`${name} declares no filter`);
  const { message, description, example } = field.filter;
  return exactly(message).meta({ description, examples: [example] });
}
