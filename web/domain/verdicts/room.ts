import type {
  LimitVerdict,
  Verdict,
} from "../../../src/business/judgement/engine/verdict.schema.ts";
import { storedCents } from "../../../src/platform/money/money.ts";
import type { RuleFigure } from "./rule-figure.ts";

/** Returns the limit of a kind that leaves the least room; a stage may have several. */
export function tightestLimit(
  { rules }: Verdict,
  kind: LimitVerdict["kind"],
): LimitVerdict | undefined {
  const known = rules.filter((rule): rule is LimitVerdict => rule.kind === kind);
  const room = (rule: LimitVerdict) => (rule.room === null ? null : storedCents(rule.room));
  return known.toSorted((one, other) => {
    const [least, next] = [room(one), room(other)];
    if (least === null || next === null) return Number(least === null) - Number(next === null);
    return least < next ? -1 : Number(least > next);
  })[0];
}

/** Returns the room of a limit; beyond the limit, it is negative. */
export function roomWords(
  { status }: LimitVerdict,
  { figure, status: { word } }: RuleFigure,
): string {
  if (figure === null) return word;
  return status === "breached" ? `-${figure}` : figure;
}
