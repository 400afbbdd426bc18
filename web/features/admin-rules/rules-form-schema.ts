import { z } from "zod";
import {
  addRuleVersionInput,
  createRuleSetInput,
} from "../../../src/business/judgement/rules/rule-set.schema.ts";
import { fieldOfPath, readRules } from "./read-rules.ts";
import type { RulesForm } from "./rules-form.ts";

const version = z.object({
  ...createRuleSetInput.shape,
  note: addRuleVersionInput.shape.note,
});

export type RulesFormOutput = z.output<typeof version>;

/** Checks the form with the server's schemas; each issue names the corresponding form field. */
export const rulesForm = z.custom<RulesForm>().transform((form, context) => {
  const { name, note } = form;
  const { data, error } = version.safeParse({ name, note, rules: readRules(form) });
  if (data) return data;
  for (const { path, message } of error.issues) {
    const [first, ...rest] = path;
    const field = first === "rules" ? fieldOfPath(rest) : path.map(String);
    context.issues.push({ code: "custom", path: field, message, input: form });
  }
  return z.NEVER;
});

/** Returns the rules in the form if they are valid. */
export function readValidRules(form: RulesForm) {
  return createRuleSetInput.shape.rules.safeParse(readRules(form)).data;
}
