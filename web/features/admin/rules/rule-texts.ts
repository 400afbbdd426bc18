import type { FormField, FormFieldSet } from "./form-field.ts";

/** Rules as a form contains them, converted by the shapes of their fields. */

/** The fields of a rule as a form contains them: text, several texts for choices, and for a figure also its unit. */
export interface FormTexts {
  [name: string]: string | string[] | boolean;
}

/** A rule in a form. */
export interface RuleTexts extends FormTexts {
  kind: string;
}

/** The name of a figure's unit: `amount`, `sizes`, or what a percentage refers to. */
export const unitOf = (name: string) => `${name}Of`;

/** Represents `null` in a list of options. */
export const NOTHING = "nothing";

/** Returns the texts of empty fields. */
export function newTexts(fields: FormFieldSet): FormTexts {
  const texts: FormTexts = {};
  for (const [name, field] of Object.entries(fields)) {
    texts[name] = initialText(field);
    if (field.shape === "figure") texts[unitOf(name)] = field.bases[0]!;
    if (field.shape === "sized") texts[unitOf(name)] = "amount";
  }
  return texts;
}

function initialText(field: FormField): string | string[] | boolean {
  switch (field.shape) {
    case "choice":
      return field.isOmittable ? NOTHING : Object.keys(field.options)[0]!;
    case "choices":
      return [];
    case "switch":
      return false;
    case "time":
      return field.initial;
    default:
      return "";
  }
}

/** Converts values to texts without reformatting them. */
export function textsOf(fields: FormFieldSet, values: object): FormTexts {
  const texts = newTexts(fields);
  const present = new Map<string, unknown>(Object.entries(values));
  for (const [name, field] of Object.entries(fields)) {
    const value = present.get(name);
    if (value !== undefined) Object.assign(texts, fieldTexts(name, field, value));
  }
  return texts;
}

interface FigureValue {
  amount?: string;
  percent?: string;
  of?: string;
  sizes?: [string, string][];
}

function fieldTexts(name: string, field: FormField, value: unknown): FormTexts {
  if (value === null) return field.shape === "choice" ? { [name]: NOTHING } : {};
  switch (field.shape) {
    case "choices":
      return { [name]: [...(value as string[])] };
    case "switch":
      return { [name]: value as boolean };
    case "list":
      return { [name]: (value as string[]).join(", ") };
    case "lists":
      return { [name]: linesOf(listEntries(value as Record<string, string[]>)) };
    case "figure":
    case "sized": {
      const { amount, percent, of, sizes } = value as FigureValue;
      if (sizes) return { [name]: linesOf(sizes), [unitOf(name)]: "sizes" };
      return amount === undefined
        ? { [name]: percent!, [unitOf(name)]: of! }
        : { [name]: amount, [unitOf(name)]: "amount" };
    }
    case "level":
      return { [name]: (value as FigureValue).amount! };
    default:
      return { [name]: typeof value === "number" ? String(value) : (value as string) };
  }
}

function listEntries(lists: Record<string, string[]>): [string, string][] {
  return Object.entries(lists).map(([name, list]) => [name, list.join(", ")]);
}

function linesOf(entries: readonly (readonly [string, string])[]): string {
  return entries.map(([name, rest]) => `${name}: ${rest}`).join("\n");
}

/** Converts texts to values, still to be checked by the schema. Leaves out the texts of hidden fields. */
export function valuesOf(fields: FormFieldSet, texts: FormTexts): object {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => !field.isOmittable || texts[name] !== NOTHING)
      .map(([name, field]) => [name, readField(name, field, texts)]),
  );
}

function readField(name: string, field: FormField, texts: FormTexts): unknown {
  if (field.shape === "choices" || field.shape === "switch") return texts[name];
  const text = texts[name] as string;
  // A hidden choice stays as it was: unlike a figure, it is never empty.
  if (field.shape === "choice") return field.isOptional && text === NOTHING ? null : text;
  if (field.isOptional && (!isShown(field, texts) || text.trim() === "")) return null;
  switch (field.shape) {
    case "figure":
    case "sized": {
      const of = texts[unitOf(name)];
      if (of === "sizes") return { sizes: readLines(text) };
      return of === "amount" ? { amount: text.trim() } : { percent: text.trim(), of };
    }
    case "level":
      return { amount: text.trim() };
    case "list":
      return readList(text);
    case "lists":
      return Object.fromEntries(
        // A line without a list is one that the schema refuses.
        readLines(text).map(([symbol, list]) => [
          symbol,
          list === undefined ? [""] : readList(list),
        ]),
      );
    case "days":
    case "count":
      return readCount(text);
    case "time":
      return text;
    default:
      return text.trim();
  }
}

function readList(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** Returns what stands before and after the first colon of each line. */
function readLines(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [before = "", ...after] = line.split(":");
      return [before.trim(), ...(after.length > 0 ? [after.join(":").trim()] : [])];
    });
}

/** Whether a field has an effect, given the others. */
export function isShown(field: FormField, texts: FormTexts): boolean {
  return field.appliesTo?.(texts) ?? true;
}

/** Returns `NaN`, which the schema reports, for anything that is not a number. */
export function readCount(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
