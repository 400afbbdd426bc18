import { type Kysely, sql } from "kysely";
import { changesBetween } from "../../../../identity/audit/audit-event.rule.ts";
import type { AuditActor, NewAuditEvent } from "../../../../identity/audit/record-event.ts";
import type { TokenActor } from "../../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../../platform/context.ts";
import { kyselyOf } from "../../../../platform/database/database.ts";
import type { Transaction } from "../../../../platform/database/orm.ts";
import type { Tables } from "../../../../platform/database/tables.ts";
import { readOwners } from "../../../traders/accounts/accounts.queries.ts";
import { type BookedTable, hasSameContent } from "../../records/sources.rule.ts";
import type { FindingStatus } from "./finding.rule.ts";
import type { FindingRecord } from "./finding.schema.ts";
import type { Missing } from "./missing.queries.ts";
import { type Difference, keyOfTicket, type ShownTickets, type TicketOf } from "./shown-tickets.ts";

interface KnownFinding extends TicketOf {
  id: number;
  stageId: number;
  platform: FindingRecord | null;
  status: FindingStatus;
}

interface SettledFindings {
  /** The stages whose open findings have changed. */
  stageIds: Set<number>;
  /** For the audit log. */
  events: (NewAuditEvent & { actor: AuditActor })[];
}

/**
 * Opens findings about what the platform shows otherwise than it was fed, and resolves those whose records it shows again.
 * A ticket has at most one open finding, and content that was decided to be wrong is not reported again.
 * @param transaction a transaction that has locked the accounts
 */
export async function settleFindings(
  context: Pick<Context, "clock">,
  transaction: Transaction,
  actor: TokenActor,
  shown: ShownTickets,
  missing: Missing[],
): Promise<SettledFindings> {
  if (shown.isEmpty && missing.length === 0) return nothing;
  const kysely = kyselyOf(transaction);
  const known = await readKnown(kysely, [...shown.same, ...shown.different, ...missing]);
  const resolved = new Map<number, KnownFinding>();
  const opened = new Map<string, Difference>();
  const resolve = (key: string) => {
    opened.delete(key);
    for (const finding of known.get(key) ?? [])
      if (finding.status === "open") resolved.set(finding.id, finding);
  };
  for (const ticket of shown.same) resolve(keyOfTicket(ticket));
  for (const difference of [...shown.different, ...missing.filter(isNotElsewhere(known))]) {
    const key = keyOfTicket(difference);
    const alike = (known.get(key) ?? []).filter((each) =>
      isAlike(difference.item, each.platform, difference.platform),
    );
    if (alike.some(({ status, id }) => status === "open" && !resolved.has(id))) continue;
    resolve(key);
    if (alike.every(({ status }) => status !== "kept")) opened.set(key, difference);
  }
  await writeResolved(kysely, [...resolved.keys()]);
  const inserted = await insertOpened(context, kysely, actor, [...opened.values()]);
  const changed = [
    ...[...resolved.values()].map((each) => ({ ...each, action: "finding.resolved" as const })),
    ...inserted.map((each) => ({ ...each, action: "finding.opened" as const })),
  ];
  if (changed.length === 0) return nothing;
  const owners = await readOwners(
    kysely,
    changed.map(({ accountId }) => accountId),
  );
  return {
    stageIds: new Set(changed.map(({ stageId }) => stageId)),
    events: changed.map((finding) => ({
      action: finding.action,
      actor,
      trader: owners.get(finding.accountId)!,
      changes: findingChanges(finding),
    })),
  };
}

const nothing: SettledFindings = { stageIds: new Set(), events: [] };

/** A ticket that is known to be shown at a time outside of the period is not missing in it. */
const isNotElsewhere =
  (known: Map<string, KnownFinding[]>) =>
  ({ period, ...ticket }: Missing): boolean =>
    !(known.get(keyOfTicket(ticket)) ?? []).some(({ platform }) => {
      const time = platform && Date.parse(platform.time);
      return time !== null && (time < period.from || time >= period.to);
    });

function isAlike(item: BookedTable, one: FindingRecord | null, other: FindingRecord | null) {
  if (one === null || other === null) return one === other;
  return hasSameContent(item, one as never, other as never);
}

/** Reads the open findings about tickets, and those whose records were kept, by `keyOfTicket`. */
async function readKnown(kysely: Kysely<Tables>, tickets: TicketOf[]) {
  const rows = await kysely
    .selectFrom("bridge_findings")
    .select(["id", "account_id as accountId", "stage_id as stageId", "item", "ticket"])
    .select(["platform", "status"])
    .where("account_id", "=", sql<number>`any(${[...new Set(tickets.map((t) => t.accountId))]})`)
    .where("status", "in", ["open", "kept"])
    .orderBy("id")
    .execute();
  return Map.groupBy(rows as KnownFinding[], keyOfTicket);
}

async function writeResolved(kysely: Kysely<Tables>, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await kysely
    .updateTable("bridge_findings")
    .set({ status: "resolved" })
    .where("id", "=", sql<number>`any(${ids})`)
    .execute();
}

async function insertOpened(
  { clock }: Pick<Context, "clock">,
  kysely: Kysely<Tables>,
  actor: TokenActor,
  differences: Difference[],
): Promise<(Difference & { id: number })[]> {
  if (differences.length === 0) return [];
  const rows = differences.map((each, index) => ({ index, ...each }));
  const { rows: inserted } = await sql<{ id: number }>`
    insert into bridge_findings (account_id, stage_id, token_id, login, kind, item, ticket,
      recorded, platform, found_at, status)
    select "accountId", "stageId", ${actor.id}::int, login,
      case when platform is null then 'missing' else 'changed' end, item, ticket,
      recorded, platform, ${clock.now().toISOString()}::timestamptz, 'open'
    from json_to_recordset(${JSON.stringify(rows)}::json) as opened (index int, "accountId" int,
      "stageId" int, login text, item text, ticket text, recorded jsonb, platform jsonb)
    order by index
    returning id`.execute(kysely);
  const ids = inserted.map(({ id }) => id).toSorted((one, other) => one - other);
  return differences.map((difference, index) => ({ ...difference, id: ids[index]! }));
}

type AuditedFinding = Pick<KnownFinding, "id" | "stageId" | "item" | "ticket" | "platform">;

/** Describes a finding for the audit log. */
export function findingChanges({ id, stageId, item, ticket, platform }: AuditedFinding) {
  const finding = platform === null ? "missing" : "changed";
  return changesBetween({}, { findingId: id, stageId, finding, item, ticket });
}
