import { useSchemaForm, type SchemaForm } from "../../components/forms/use-schema-form.ts";
import type { RulesFormOutput } from "./rules-form-schema.ts";
import type { RulesForm } from "./rules-form.ts";

export type RulesFormApi = SchemaForm<RulesForm, RulesFormOutput>;

export const loadFormSchema = () => import("./rules-form-schema.ts");

const loadSchema = () => loadFormSchema().then(({ rulesForm }) => rulesForm);

export function useRulesForm(values: RulesForm): RulesFormApi {
  return useSchemaForm<RulesForm, RulesFormOutput>(loadSchema, values);
}
