import type { Kysely } from "kysely";
import { findLatestDecision } from "../../../identity/decisions/decisions.ts";
import { canOtherAdministrator } from "../../../identity/team/team.queries.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { type AppealSubject, ownDecisionRefusal } from "./appeal.rule.ts";

/**
 * Returns why an administrator cannot decide an appeal against a subject: they took the latest decision on it, and another
 * active administrator can decide; `undefined` if they can.
 */
export async function findRefusal(
  kysely: Kysely<Tables>,
  administratorId: number,
  subject: { kind: AppealSubject; id: number },
): Promise<string | undefined> {
  // Findings are judged, and not decided by a person.
  if (subject.kind === "finding") return undefined;
  const latest = await findLatestDecision(kysely, subject.kind, subject.id);
  const isOwnDecision = latest?.administratorId === administratorId;
  if (!isOwnDecision) return undefined;
  const canOtherDecide = await canOtherAdministrator(kysely, administratorId, "appeals.decide");
  return ownDecisionRefusal({ isOwnDecision, canOtherDecide });
}
