import type { Kysely } from "kysely";
import { findLatestDecision } from "../../../identity/decisions/decisions.ts";
import { canOtherAdministrator } from "../../../identity/team/team.queries.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { findConfirmedLink } from "../../links/view/confirmed-links.queries.ts";
import { type AppealSubject, ownDecisionRefusal } from "./appeal.rule.ts";

interface AppealOf {
  subject: { kind: AppealSubject; id: number };
  traderId: number;
}

/**
 * Returns why an administrator cannot decide an appeal against a subject: they took the latest decision on it, and another
 * active administrator can decide; `undefined` if they can.
 */
export async function findRefusal(
  kysely: Kysely<Tables>,
  administratorId: number,
  appeal: AppealOf,
): Promise<string | undefined> {
  const isOwnDecision = (await findDecider(kysely, appeal)) === administratorId;
  if (!isOwnDecision) return undefined;
  const canOtherDecide = await canOtherAdministrator(kysely, administratorId, "appeals.decide");
  return ownDecisionRefusal({ isOwnDecision, canOtherDecide });
}

/** Reads who took the latest decision on a subject; `null` or `undefined` if no person did. */
async function findDecider(
  kysely: Kysely<Tables>,
  { subject: { kind, id }, traderId }: AppealOf,
): Promise<number | null | undefined> {
  // Findings are judged, and not decided by a person.
  if (kind === "finding") return undefined;
  if (kind === "link") return (await findConfirmedLink(kysely, traderId, id)).confirmedById;
  return (await findLatestDecision(kysely, kind, id))?.administratorId;
}
