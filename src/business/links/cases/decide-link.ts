import type { z } from "zod";
import {
  type NewAuditEvent,
  recordEvent,
  recordEvents,
} from "../../../identity/audit/record-event.ts";
import { requirePerson, type StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { groupAsPerson } from "../persons/save-person.ts";
import { lockCases, readStates } from "./case-store.ts";
import { decidedStatus, decisionsFor } from "./link-case.rule.ts";
import type { decideLinkInput, LinkCaseView, setWithholdInput } from "./link-case.schema.ts";
import { getLinkCase } from "./link-cases.queries.ts";
import { notifyTraders } from "./notify-traders.ts";
import type { Snapshot } from "./reconcile.rule.ts";

/**
 * Watches, confirms or dismisses a case. It touches no account: only flags follow from it, and a confirmation is sent to
 * each trader.
 * @throws RefusalError if the case does not exist, and with the current case if it cannot be given this decision, or if
 * its evidence is no longer what was seen
 */
export async function decideLink(
  context: Context,
  staff: StaffActor,
  input: z.output<typeof decideLinkInput>,
): Promise<LinkCaseView> {
  const { id, decision, reason, evidenceSha256, withhold = true, samePerson = false } = input;
  const actor = requirePerson(staff);
  const refusal = await inTransaction(context.database, async (transaction) => {
    const kysely = await lockCases(transaction);
    const current = await getLinkCase({ database: { kysely } }, id);
    if (!decisionsFor(current.status).includes(decision)) return "decided";
    if ((evidenceSha256 ?? current.evidenceSha256) !== current.evidenceSha256) return "changed";
    const at = context.clock.now().toISOString();
    await kysely
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
      .execute();
    await kysely
      .updateTable("link_cases")
      .set({
        status: decidedStatus[decision],
        decided_at: at,
        is_held_open: false,
        ...(decision === "confirm" && { withhold }),
      })
      .where("id", "=", id)
      .execute();
    for (const table of ["link_evidence", "link_facts"] as const) {
      await kysely
        .updateTable(table)
        .set({ is_opening: false })
        .where("case_id", "=", id)
        .execute();
    }
    const { traders, userIds } = current;
    const [first] = traders;
    const grouped =
      samePerson && first
        ? await groupAsPerson(context, transaction, actor, {
            userIds,
            linkId: id,
            name: first.fullName ?? first.email,
            reason,
          })
        : undefined;
    const decided: NewAuditEvent = {
      action: "link.decided",
      reason,
      changes: {
        linkId: { from: null, to: id },
        userIds: { from: null, to: userIds.join(", ") },
        decision: { from: null, to: decision },
        ...(decision === "confirm" && { withhold: { from: null, to: withhold } }),
      },
    };
    const events = [...(grouped?.events ?? []), { ...decided, actor }];
    if (decision === "confirm") {
      await notifyTraders(context, transaction, { ...current, withhold, reason });
    }
    await recordEvents(context, transaction, events);
    return undefined;
  });
  const current = await getLinkCase(context, id);
  if (refusal === undefined) return current;
  throw new RefusalError("conflict", refusals[refusal], { current });
}

const refusals = {
  decided: "This case cannot be given this decision in its present state",
  changed: "The evidence has changed since it was read",
};

async function takeSnapshot(
  kysely: Parameters<typeof readStates>[0],
  { id, userIds }: LinkCaseView,
): Promise<Snapshot> {
  const states = await readStates(kysely, userIds);
  const state = states.find((each) => each.id === id);
  const past = <Of extends { isOpening: boolean }>(items: readonly Of[] = []) =>
    items.map((item) => ({ ...item, isOpening: false }));
  return { userIds, evidence: past(state?.evidence), facts: past(state?.facts) };
}

/** Sets whether payouts of the traders of a confirmed case are to be withheld. @throws RefusalError otherwise */
export async function setWithhold(
  context: Context,
  actor: StaffActor,
  { id, withhold, reason }: z.output<typeof setWithholdInput>,
): Promise<LinkCaseView> {
  const isConfirmed = await inTransaction(context.database, async (transaction) => {
    const kysely = await lockCases(transaction);
    const current = await getLinkCase({ database: { kysely } }, id);
    if (current.status !== "confirmed") return false;
    if (current.withhold === withhold) return true;
    await kysely.updateTable("link_cases").set({ withhold }).where("id", "=", id).execute();
    await recordEvent(context, transaction, actor, {
      action: "link.withhold-changed",
      reason,
      changes: {
        linkId: { from: id, to: id },
        withhold: { from: current.withhold, to: withhold },
      },
    });
    return true;
  });
  const current = await getLinkCase(context, id);
  if (isConfirmed) return current;
  throw new RefusalError("conflict", "Only a confirmed case can withhold payouts", { current });
}
