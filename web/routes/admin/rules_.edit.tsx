import { createFileRoute } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import {
  MissingRuleSet,
  NewRuleSetPage,
  NewVersionPage,
} from "../../features/admin/rules/rules-editor.tsx";

export const Route = createFileRoute("/admin/rules_/edit")({
  validateSearch: (raw: { set?: string }) => raw,
  component: EditRules,
  staticData: { title: "New Rule Set" },
});

/** Edits a new version of a rule set, or a new set if the URL names none. */
function EditRules() {
  const { set } = Route.useSearch();
  if (set === undefined) return <NewRuleSetPage />;
  const id = parseId(set);
  return id === undefined ? <MissingRuleSet /> : <NewVersionPage key={id} id={id} />;
}
