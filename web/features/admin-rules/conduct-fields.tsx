import { TextArea } from "../../components/field/text-area.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import type { RulesFormApi } from "./rules-form-schema.ts";

/** The rules of conduct, as the JSON that the API takes; the preview describes them in words. */
export function ConductFields({ form }: { form: RulesFormApi }) {
  return (
    <Panel title="Conduct" subtitle="How the account may be traded, and what breaking that costs.">
      <TextArea
        label="Rules of conduct"
        hint="A list in JSON, as the API takes it; the preview says what it means. Empty for none."
        rows={form.watch("conduct") === "" ? 3 : 12}
        spellCheck={false}
        sx={{ fontFamily: "var(--font-mono, monospace)" }}
        {...form.field("conduct")}
      />
    </Panel>
  );
}
