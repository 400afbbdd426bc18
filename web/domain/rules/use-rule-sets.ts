import type { RuleSet } from "../../../src/business/judgement/rules/rule-set.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { trpc } from "../../trpc.ts";

const collator = new Intl.Collator("en", { numeric: true });

const sortByName = (sets: RuleSet[]) => sets.toSorted((a, b) => collator.compare(a.name, b.name));

/** Fetches all rule sets with their versions, sorted by name. */
export function useRuleSets() {
  return trpc.admin.rules.list.useQuery(undefined, {
    staleTime: staleTimes.adminPages,
    select: sortByName,
  });
}
