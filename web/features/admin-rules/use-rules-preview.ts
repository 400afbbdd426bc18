import { useEffect, useState } from "react";
import type { Rules } from "../../../src/business/rules/rules.schema.ts";
import { parseCents } from "../../../src/platform/money/money.ts";
import { trpc } from "../../trpc.ts";
import type { RulesForm } from "./rules-form.ts";
import { loadFormSchema, type RulesFormApi } from "./use-rules-form.ts";

/** Milliseconds without typing after which the preview follows. */
const PAUSE = 300;

/** What the rules of a form mean for a balance, as they are typed. */
export function useRulesPreview(form: RulesFormApi, balance: string) {
  // `useWatch` would become a part of the first load, together with the rest of the library.
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
      const isKnown = (parseCents(balance) ?? -1n) >= 0n;
      setCurrent(rules !== undefined && isKnown);
      if (!rules) return;
      setValid(rules);
      if (isKnown) mutate({ rules, initialBalance: balance });
    }
    const timer = setTimeout(() => void follow(), PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [values, balance, mutate]);

  return {
    preview: data,
    /** The last rules that were valid. */
    rules: valid,
    /** Whether the preview is that of the form as it stands. */
    isCurrent,
  };
}
