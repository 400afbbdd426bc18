import { useEffect, useState } from "react";
import type { Rules } from "../../../src/business/judgement/rules/rules.schema.ts";
import { parseCents, plainAmount } from "../../../src/platform/money/money.ts";
import { trpc } from "../../trpc.ts";
import type { RulesForm } from "./rules-form.ts";
import { loadFormSchema, type RulesFormApi } from "./use-rules-form.ts";

/** Milliseconds without typing before the preview is updated. */
const DEBOUNCE = 300;

/** Previews the rules in a form for a balance while they are edited. */
export function useRulesPreview(form: RulesFormApi, typedBalance: string) {
  const balance = plainAmount(typedBalance);
  const isKnown = (parseCents(balance) ?? -1n) >= 0n;
  // Avoids `useWatch`, which would add the whole library to the initial bundle.
  const values = JSON.stringify(form.watch());
  const { data, mutate } = trpc.admin.rules.preview.useMutation();
  const [valid, setValid] = useState<Rules>();
  const [isCurrent, setCurrent] = useState(true);

  useEffect(() => {
    let isOver = false;
    async function follow() {
      const schema = await loadFormSchema().catch(() => null);
      const rules = schema?.readValidRules(JSON.parse(values) as RulesForm);
      if (isOver) return;
      setCurrent(rules !== undefined && isKnown);
      if (!rules) return;
      setValid(rules);
      if (isKnown) mutate({ rules, initialBalance: balance });
    }
    const timer = setTimeout(() => void follow(), DEBOUNCE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [values, balance, isKnown, mutate]);

  return {
    preview: data,
    /** The last rules that were valid. */
    rules: valid,
    /** Whether the balance is an amount. */
    isKnown,
    /** Whether the preview matches the current form. */
    isCurrent,
  };
}
