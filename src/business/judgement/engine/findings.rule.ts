import { moneyIn } from "../../../platform/money/money.ts";
import { instantText, timeInWords } from "./engine-words.rule.ts";
import type { JudgeState } from "./judge-state.rule.ts";
import type { Limit } from "./limit.rule.ts";
import type { Account } from "./moment.rule.ts";
import type { StageEvidence, VerdictFinding } from "./verdict.schema.ts";

/**
 * Returns what a person should check, up to the end of the judged period: possible breaches, and reasons why a
 * record is incomplete.
 */
export function findingsOf(
  limits: Limit[],
  unexplained: JudgeState["unexplained"],
  { conflicts, inconsistentStatements, until }: StageEvidence & { until: number },
  account: Account,
): VerdictFinding[] {
  const isKnown = (time: string | null) => time === null || Date.parse(time) <= until;
  const place = { kind: null, index: null };
  const findings: VerdictFinding[] = limits.flatMap((limit, index) =>
    limit.findings().map((finding) => ({ ...finding, kind: limit.rule.kind, index })),
  );
  if (unexplained) {
    const { time, balance, expected } = unexplained;
    const words = moneyIn(account.currency);
    const message = `The platform reported a balance of ${words(balance)} at ${timeInWords(time)}; the deals and operations give ${words(expected)}`;
    findings.push({ code: "unexplained_balance", message, at: instantText(time), ...place });
  }
  for (const { ticket, time } of conflicts) {
    if (!isKnown(time)) continue;
    const message = `Two sources disagree about ticket ${ticket}; the earlier one counts`;
    findings.push({ code: "conflict", message, at: time, ...place });
  }
  for (const { id, from } of inconsistentStatements) {
    if (!isKnown(from)) continue;
    const message = `Statement ${id} contradicts itself`;
    findings.push({ code: "inconsistent_statement", message, at: from, ...place });
  }
  return findings;
}
