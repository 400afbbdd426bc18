import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { invalidField } from "../../../platform/errors.ts";
import { readConsistently } from "../comparison/compare-traders.ts";
import { findFacts, type FoundValue } from "../comparison/find-links.ts";
import { FirmComparison } from "../comparison/firm-comparison.ts";
import { linkKinds } from "../evidence/link-kind.rule.ts";
import { windowOf } from "../evidence/window.rule.ts";
import { readLinkSettings } from "../settings/link-settings.ts";
import { applyChanges, lockCases, readStates } from "./case-store.ts";
import type { LinkCaseView, openLinkInput } from "./link-case.schema.ts";
import { getLinkCase } from "./link-cases.queries.ts";
import { type FoundPair, openByHand } from "./open-by-hand.rule.ts";

/**
 * Opens a case of the named traders, with the evidence of every pair that has a match. Traders of other cases bring them
 * in: all are put into the one with the lowest id.
 * @throws RefusalError if a trader does not exist
 */
export async function openLink(
  context: Context,
  actor: StaffActor,
  { userIds, reason }: z.output<typeof openLinkInput>,
): Promise<LinkCaseView> {
  await requireTraders(context, userIds);
  const found = await findAmong(context, userIds);
  const id = await inTransaction(context.database, async (transaction) => {
    const kysely = await lockCases(transaction);
    const states = await readStates(kysely, userIds);
    const change = openByHand(states, userIds, found);
    const opened = await applyChanges(context, transaction, [change], { actor, reason });
    return opened[0] ?? change.before!.id!;
  });
  return getLinkCase(context, id);
}

async function requireTraders(
  { database: { kysely } }: Context,
  userIds: readonly number[],
): Promise<void> {
  const rows = await kysely
    .selectFrom("users")
    .select("id")
    .where("id", "in", [...userIds])
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const missing = userIds.filter((userId) => !known.has(userId));
  if (missing.length > 0) throw invalidField("userIds", `User ${missing[0]} does not exist`);
}

/** Compares each two of the traders now. */
async function findAmong(
  context: Context,
  userIds: readonly number[],
): Promise<{ pairs: FoundPair[]; facts: FoundValue[] }> {
  return readConsistently(context, async (kysely) => {
    const version = await readLinkSettings(kysely);
    const window = windowOf(context.clock.now().getTime(), version.settings.days);
    const firm = await FirmComparison.read(kysely, version, window);
    const pairs = userIds.flatMap((a, place) =>
      userIds.slice(place + 1).flatMap((b) => linkKinds.map((kind) => ({ kind, a, b }))),
    );
    const described = await firm.describe(pairs);
    const facts = await findFacts({ ...context, kysely }, version.settings);
    return { pairs: described.filter(({ evidence }) => evidence.matched > 0), facts };
  });
}
