import type { Kysely } from "kysely";
import type { z } from "zod";
import { recordEvent, recordEvents } from "../../../identity/audit/record-event.ts";
import { requirePerson, type StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { RefusalError } from "../../../platform/errors.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { groupAsPerson } from "../persons/group-case.ts";
import { lockCases } from "./case-store.ts";
import { decisionsFor } from "./link-case.rule.ts";
import type { decideLinkInput, LinkCaseView, setWithholdInput } from "./link-case.schema.ts";
import { getLinkCase } from "./link-cases.queries.ts";
import { notifyTraders } from "./notify-traders.ts";
import { storeDecision } from "./store-decision.ts";
import { viewLink } from "./view-link.ts";

/**
 * Watches, confirms or dismisses a case. It touches no account: only flags follow from it, and a confirmation is sent to
 * each trader.
 * @throws RefusalError if the case does not exist, and with the current case if it cannot be given this decision, or if
 * its evidence is no longer what was seen. That is a view of the case, which is recorded for each trader
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
    const isConfirmation = decision === "confirm";
    const decided = { decision, reason, ...(isConfirmation && { withhold }) };
    const events = [await storeDecision(context, kysely, actor, current, decided)];
    if (isConfirmation) {
      const traders = await includeCleared(kysely, current);
      const userIds = traders.map(({ userId }) => userId);
      const [first] = traders;
      if (samePerson && first) {
        const name = first.fullName ?? first.email;
        const grouping = { userIds, linkId: id, name, reason };
        events.unshift(...(await groupAsPerson(context, transaction, actor, grouping)).events);
      }
      await notifyTraders(context, transaction, { ...current, userIds, withhold, reason });
    }
    await recordEvents(context, transaction, events);
    return undefined;
  });
  if (refusal === undefined) return getLinkCase(context, id);
  const current = await viewLink(context, staff, id);
  throw new RefusalError("conflict", refusals[refusal], { current });
}

const refusals = {
  decided: "This case cannot be given this decision in its present state",
  changed: "The evidence has changed since it was read",
};

/**
 * A confirmation also counts for traders who were cleared by an appeal before the case was opened again, because it rests on
 * more than they appealed against.
 * @returns the traders that it counts for
 */
async function includeCleared(
  kysely: Kysely<Tables>,
  { id, openedAt, reopenedAt, traders }: LinkCaseView,
): Promise<LinkCaseView["traders"]> {
  const since = reopenedAt ?? openedAt;
  await kysely
    .updateTable("link_members")
    .set({ cleared_at: null })
    .where("case_id", "=", id)
    .where("cleared_at", "<", since.toISOString())
    .execute();
  return traders.filter(({ clearedAt }) => clearedAt === null || clearedAt < since);
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
  if (isConfirmed) return getLinkCase(context, id);
  const current = await viewLink(context, actor, id);
  throw new RefusalError("conflict", "Only a confirmed case can withhold payouts", { current });
}
