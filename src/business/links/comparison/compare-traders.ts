import { IsolationLevel } from "@mikro-orm/core";
import type { Kysely } from "kysely";
import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import { linkKinds } from "../evidence/link-kind.rule.ts";
import { windowOf } from "../evidence/window.rule.ts";
import { sharedValues } from "../facts/fact.rule.ts";
import { readFactValues } from "../facts/facts.queries.ts";
import { readAuditedTraders, recordViews } from "../record-views.ts";
import { readLinkSettings } from "../settings/link-settings.ts";
import type { LinkSettingsVersionOut } from "../settings/link-settings.schema.ts";
import type { compareInput, LinkComparison } from "./comparison.schema.ts";
import { FirmComparison } from "./firm-comparison.ts";

/**
 * Compares two traders by the present settings. Opens nothing; the view is recorded for both.
 * @throws RefusalError if one of them does not exist
 */
export async function compareTraders(
  context: Context,
  actor: StaffActor,
  { a, b, to = context.clock.now() }: z.output<typeof compareInput>,
): Promise<LinkComparison> {
  const traders = await readAuditedTraders(context.database.kysely, [a, b]);
  if (traders.length < 2) throw notFound("User");
  const comparison = await readConsistently(context, async (kysely) => {
    const version = await readLinkSettings(kysely);
    return {
      evidence: await readEvidence(kysely, version, [a, b], to.getTime()),
      facts: await readFacts({ ...context, kysely }, version, [a, b]),
    };
  });
  await recordViews(context, actor, traders);
  return comparison;
}

/** Reads from one snapshot of the database, because what all accounts do is a part of each figure. */
export function readConsistently<Result>(
  { database: { orm } }: Pick<Context, "database">,
  read: (kysely: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return orm.em.fork().transactional((transaction) => read(kyselyOf(transaction)), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
}

type Pair = readonly [number, number];

async function readEvidence(
  kysely: Kysely<Tables>,
  version: LinkSettingsVersionOut,
  [a, b]: Pair,
  to: number,
): Promise<LinkComparison["evidence"]> {
  const window = windowOf(to, version.settings.days);
  const firm = await FirmComparison.read(kysely, version, window);
  const found = await firm.describe(linkKinds.map((kind) => ({ kind, a, b })));
  return found.map(({ evidence, rows }) => ({ ...evidence, rows }));
}

/** Reads what both share; `sharedBy` counts all traders who do. */
async function readFacts(
  context: Parameters<typeof readFactValues>[0],
  { settings }: LinkSettingsVersionOut,
  pair: Pair,
): Promise<LinkComparison["facts"]> {
  const both = pair.toSorted((one, other) => one - other);
  const values = sharedValues(await readFactValues(context), settings.crowd);
  return values
    .filter(({ fact }) => settings.facts[fact.kind] !== "off")
    .filter(({ fact }) => both.every((id) => fact.userIds.includes(id)))
    .map(({ fact }) => ({ ...fact, userIds: both }));
}
