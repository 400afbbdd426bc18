import { kindOf, type Rule } from "../../../src/business/rulebook/kinds/kinds.rule.ts";
import type { Field, FieldValue } from "../../../src/business/rulebook/kinds/parts/field.rule.ts";

/** Rules as a form contains them, converted by the shapes of their fields. */

/** A rule in the form: each field as text, and for a figure also its unit, by `unitOf`. */
export interface RuleTexts {
  kind: Rule["kind"];
  [name: string]: string;
}

/** The name of a figure's unit: `amount`, or what a percentage refers to. */
export const unitOf = (name: string) => `${name}Of`;

/** Represents `null` in a list of options. */
export const NOTHING = "nothing";

export function newRule(kind: Rule["kind"]): RuleTexts {
  const texts: RuleTexts = { kind };
  for (const [name, field] of Object.entries(kindOf(kind).fields)) {
    texts[name] = initialText(field);
    if (field.shape === "figure") texts[unitOf(name)] = field.bases[0]!;
  }
  return texts;
}

function initialText(field: Field): string {
  if (field.shape === "choice") return field.isOmittable ? NOTHING : Object.keys(field.options)[0]!;
  return field.shape === "time" ? field.initial : "";
}

/** Converts a rule to texts without reformatting them. */
export function textsOf(rule: Rule): RuleTexts {
  const texts = newRule(rule.kind);
  const values = new Map<string, FieldValue>(Object.entries(rule));
  for (const [name, field] of Object.entries(kindOf(rule.kind).fields)) {
    const value = values.get(name);
    if (value !== undefined) Object.assign(texts, fieldTexts(name, field, value));
  }
  return texts;
}

function fieldTexts(name: string, field: Field, value: FieldValue): Record<string, string> {
  if (value === null) return field.shape === "choice" ? { [name]: NOTHING } : {};
  if (typeof value !== "object") return { [name]: String(value) };
  if ("percent" in value) return { [name]: value.percent, [unitOf(name)]: value.of };
  return { [name]: value.amount, ...(field.shape === "figure" && { [unitOf(name)]: "amount" }) };
}

/** Converts texts to a rule, still to be checked by the schema. Leaves out the texts of hidden fields. */
export function ruleOfTexts(texts: RuleTexts): object {
  const values = Object.entries(kindOf(texts.kind).fields)
    .filter(([name, field]) => !field.isOmittable || texts[name] !== NOTHING)
    .map(([name, field]) => [name, readField(name, field, texts)]);
  return { kind: texts.kind, ...Object.fromEntries(values) };
}

function readField(name: string, field: Field, texts: RuleTexts): unknown {
  const text = texts[name]!;
  // A hidden choice stays as it was: unlike a figure, it is never empty.
  if (field.shape === "choice") return field.isOptional && text === NOTHING ? null : text;
  if (field.isOptional && (!isShown(field, texts) || text.trim() === "")) return null;
  switch (field.shape) {
    case "figure": {
      const of = texts[unitOf(name)];
      return of === "amount" ? { amount: text.trim() } : { percent: text.trim(), of };
    }
    case "level":
      return { amount: text.trim() };
    case "days":
      return readCount(text);
    case "time":
      return text;
    default:
      return text.trim();
  }
}

/** Whether a field has an effect, given the others. */
export function isShown(field: Field, texts: RuleTexts): boolean {
  return field.appliesTo?.(texts) ?? true;
}

/** Returns `NaN`, which the schema reports, for anything that is not a number. */
export function readCount(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
