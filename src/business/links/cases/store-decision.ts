import type { Kysely } from "kysely";
import type { AuditActor, NewAuditEvent } from "../../../identity/audit/record-event.ts";
import type { AdministratorActor } from "../../../identity/sessions/authenticate.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { readStates } from "./case-store.ts";
import { keepDeals } from "./kept-deals.ts";
import { decidedStatus, type LinkDecision } from "./link-case.rule.ts";
import type { LinkCaseView } from "./link-case.schema.ts";
import type { Snapshot } from "./reconcile.rule.ts";

interface Decided {
  decision: LinkDecision;
  reason: string;
  /** Of a confirmation. */
  withhold?: boolean;
}

/**
 * Stores what a person decides about a case, with what it was decided on. The caller holds the lock of cases.
 * @returns the event to record
 */
export async function storeDecision(
  { clock }: Pick<Context, "clock">,
  kysely: Kysely<Tables>,
  actor: AdministratorActor,
  current: LinkCaseView,
  { decision, reason, withhold }: Decided,
): Promise<NewAuditEvent & { actor: AuditActor }> {
  const { id, userIds } = current;
  const at = clock.now().toISOString();
  const stored = await kysely
    .insertInto("link_decisions")
    .values({
      case_id: id,
      decision,
      reason,
      at,
      by: actor.label,
      administrator_id: actor.id,
      evidence_sha256: current.evidenceSha256,
      snapshot: JSON.stringify(await takeSnapshot(kysely, current)),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (decision === "confirm") await keepDeals(kysely, stored.id, current.evidence);
  await kysely
    .updateTable("link_cases")
    .set({
      status: decidedStatus[decision],
      decided_at: at,
      is_held_open: false,
      ...(withhold !== undefined && { withhold }),
    })
    .where("id", "=", id)
    .execute();
  for (const table of ["link_evidence", "link_facts"] as const) {
    await kysely.updateTable(table).set({ is_opening: false }).where("case_id", "=", id).execute();
  }
  return {
    actor,
    action: "link.decided",
    reason,
    changes: {
      linkId: { from: null, to: id },
      userIds: { from: null, to: userIds.join(", ") },
      decision: { from: null, to: decision },
      ...(withhold !== undefined && { withhold: { from: null, to: withhold } }),
    },
  };
}

async function takeSnapshot(
  kysely: Kysely<Tables>,
  { id, userIds }: LinkCaseView,
): Promise<Snapshot> {
  const states = await readStates(kysely, userIds);
  const state = states.find((each) => each.id === id);
  const past = <Of extends { isOpening: boolean }>(items: readonly Of[] = []) =>
    items.map((item) => ({ ...item, isOpening: false }));
  return { userIds, evidence: past(state?.evidence), facts: past(state?.facts) };
}
