import { keysOf } from "../fields/keys-of.rule.ts";
import { recordOf } from "../fields/pick.rule.ts";

/** A column of the administrators' table and its export. */
interface ListColumn {
  /** If it differs from the label. */
  heading?: string;
  /** In pixels, for columns that show the value and nothing else. */
  width?: number;
}

interface Filter {
  /** For the documentation. */
  description: string;
}

interface StoredField {
  /** Its name on the screens: in forms, facts and the history. */
  label: string;
  /** Where it is stored, as `table.column`. */
  column: string;
  list?: ListColumn;
}

interface TypedField {
  placeholder?: string;
  /** What browsers fill in; nothing if absent. */
  autoComplete?: string;
}

/** Text; `null` if it is unset. */
export interface TextField extends StoredField, TypedField {
  kind: "text";
  example: string;
  /** The values that screens offer, with their labels. The API accepts any text. */
  offered?: Readonly<Record<string, string>>;
  /** A filter for the whole text, with the error for a blank one. It needs an index of the first 200 characters. */
  filter?: Filter & { example: string; message: string };
}

/** The name of a person; `null` if it is unset. */
interface NameField extends StoredField, TypedField {
  kind: "name";
  example: string;
}

/** An email address, which is always set. */
interface EmailField extends StoredField, TypedField {
  kind: "email";
  example: string;
}

/** Text that is stored encrypted, and neither listed nor logged. */
interface SecretField extends TypedField {
  kind: "secret";
  label: string;
  example: string;
}

/** An amount of money with two decimals. */
interface AmountField extends StoredField {
  kind: "amount";
  example: string;
  /** The error for a value that is no amount. */
  message: string;
  /** Shown with its sign. */
  isResult?: true;
}

interface FlagField extends StoredField {
  kind: "flag";
  example: boolean;
  words: Readonly<Record<"true" | "false", string>>;
  filter?: Filter;
}

/** One of several values. */
interface ChoiceField extends StoredField {
  kind: "choice";
  example: string;
  values: readonly [string, ...string[]];
  /** The error for any other value. */
  message: string;
}

/** A field that people enter. What follows from it is in the files of this folder, one loop each. */
export type Field =
  TextField | NameField | EmailField | SecretField | AmountField | FlagField | ChoiceField;

export type Fields = Readonly<Record<string, Field>>;

/** The names of the fields that have these properties. */
type NamesWith<Of extends Fields, Properties> = {
  [Name in keyof Of & string]: Of[Name] extends Properties ? Name : never;
}[keyof Of & string];

/** Returns the names of the fields that have these properties, in the order of their declaration. */
export function namesWith<
  Of extends Fields,
  const Properties extends Readonly<Record<string, string | boolean>>,
>(fields: Of, properties: Properties) {
  const wanted = Object.entries(properties);
  return keysOf(fields).filter((name) => {
    const field: Readonly<Record<string, unknown>> = { ...fields[name] };
    return wanted.every(([key, value]) => field[key] === value);
  }) as NamesWith<Of, Properties>[];
}

/** Returns the names of the fields that have this property, whatever its value. */
export function namesHaving<Of extends Fields, Key extends string>(fields: Of, key: Key) {
  return keysOf(fields).filter((name) => key in fields[name]!) as NamesWith<
    Of,
    Readonly<Record<Key, unknown>>
  >[];
}

/** Returns the text that screens show for a stored value, without a currency. */
export function shownValue(field: Field, stored: string | number | boolean): string {
  if (field.kind === "flag") return field.words[stored ? "true" : "false"];
  const text = String(stored);
  return (field.kind === "text" ? field.offered?.[text] : undefined) ?? text;
}

/** Returns the labels of all fields. */
export function labelsOf<Of extends Fields>(fields: Of): Record<keyof Of & string, string> {
  return recordOf(keysOf(fields), (name) => fields[name]!.label);
}

type Examples<Of extends Fields> = { [Name in keyof Of & string]: Of[Name]["example"] };

/** Returns an example of each of these fields, for the example of a call. */
export function examplesOf<Of extends Fields, Name extends keyof Of & string>(
  fields: Of,
  names: readonly Name[] = keysOf(fields) as unknown as Name[],
): Pick<Examples<Of>, Name> {
  return recordOf(names, (name) => fields[name]!.example);
}
