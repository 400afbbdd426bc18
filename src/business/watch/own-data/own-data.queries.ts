import { type Kysely, sql } from "kysely";
import { jsonSelectList } from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { profilePart } from "../../../identity/users/present-trader.ts";
import { accountPart } from "../../traders/accounts/accounts.queries.ts";
import { knownDevicesPart, sessionsPart } from "../../../identity/sessions/sessions.queries.ts";
import {
  authenticatorAppsPart,
  passkeysPart,
  recoveryCodesPart,
} from "../../../identity/second-factor/second-factor.queries.ts";
import {
  formerEmailsPart,
  recoveriesPart,
} from "../../../identity/second-factor/recovery.queries.ts";
import { activityPart } from "../audit-log/audit-events.ts";
import { stagesPart } from "../../record/stages/stages.queries.ts";
import { ruleChangesPart, rulesPart } from "../../rulebook/rules/rule-sets.ts";
import { findingsPart } from "../../record/feed/findings/findings.queries.ts";
import { dealsPart, operationsPart, snapshotsPart } from "../../record/records/record-parts.ts";
import { tradesPart, tradingDaysPart } from "../../record/results/result-parts.ts";
import {
  currentVerdictsPart,
  verdictsPart,
} from "../../record/verdicts/current-verdicts.queries.ts";
import { reviewsPart } from "../../decisions/reviews/reviews.queries.ts";
import { appealsPart, attachmentsPart } from "../../decisions/appeals/appeals.queries.ts";
import { orderItemsPart, ordersPart } from "../../decisions/orders/orders.queries.ts";
import { conductPart } from "../../record/conduct/findings.queries.ts";
import { warningsPart } from "../../record/warnings/warnings.ts";
import { payoutRequestsPart } from "../../money/payouts/payouts.queries.ts";
import { savedDetailsPart } from "../../money/saved-details/saved-details.ts";
import { paymentsPart } from "../../money/payments/payments.queries.ts";
import { noticesPart } from "../../office/notices/notices.ts";
import { certificatesPart } from "../../record/certificates/certificates.queries.ts";
import { statementsPart } from "../../record/statements/statements.queries.ts";
import { actionsPart } from "../../record/actions/actions.queries.ts";
import { notesPart } from "../../traders/notes/notes.ts";
import { identitiesPart, picturesPart } from "../../traders/identity/identities.queries.ts";
import { acceptancesPart } from "../../traders/agreements/agreements.queries.ts";
import { tagsPart } from "../../traders/tags/tags.ts";
import { ownLinksPart } from "../../links/view/own-links-part.ts";
import { personPart } from "../../links/persons/persons.queries.ts";
import { tracesPart } from "../../../identity/traces/traces.ts";
import type { DataSubject, OwnDataPart } from "../../../identity/users/own-data-part.ts";

/** Everything that is held about a trader, in the order of the archive. Each part stands beside the queries of its noun. */
export const ownDataParts: readonly OwnDataPart[] = [
  profilePart,
  accountPart,
  sessionsPart,
  knownDevicesPart,
  tracesPart,
  authenticatorAppsPart,
  passkeysPart,
  recoveryCodesPart,
  recoveriesPart,
  formerEmailsPart,
  activityPart,
  stagesPart,
  rulesPart,
  ruleChangesPart,
  dealsPart,
  operationsPart,
  snapshotsPart,
  findingsPart,
  tradesPart,
  tradingDaysPart,
  verdictsPart,
  currentVerdictsPart,
  reviewsPart,
  appealsPart,
  attachmentsPart,
  warningsPart,
  conductPart,
  ordersPart,
  orderItemsPart,
  payoutRequestsPart,
  savedDetailsPart,
  paymentsPart,
  noticesPart,
  identitiesPart,
  picturesPart,
  acceptancesPart,
  certificatesPart,
  statementsPart,
  actionsPart,
  notesPart,
  tagsPart,
  ownLinksPart,
  personPart,
];

/** The tables with an id of a trader that no part contains, and why. A test requires every such table to be in either. */
export const leftOutTables: Readonly<Record<string, string>> = {
  decisions:
    "the decisions stand with their requests, reviews and appeals; who took them is not the trader's data",
  action_queues: "derived from the actions",
  waiting_steps: "the stage that it becomes, or that takes its place, is exported",
  account_waits: "derived from what is exported; the account shows it",
  trading_checks: "repeats the stage and the login of the account",
  changed_accounts: "a mark until the account is compared again",
  link_deals: "the file of each link contains them; the records contain them as they stand now",
  link_members: "the links contain the cases of the trader, once they were confirmed",
  equity_hours: "derived from the snapshots",
  stage_progress: "derived from the records",
  identity_profiles:
    "the reference stands with the identities, and the number of attempts follows from them",
  factor_confirmations: "hashes of a link that is valid for an hour",
  removed_factors:
    "factors that a mailed link can put back for seven days; their changes are among the activity",
  mailed_links: "hashes of links that are valid for some days",
  webauthn_challenges: "hashes that expire within minutes",
  idempotent_calls: "responses that are kept briefly, in case a call is repeated",
  idempotency_keys: "the same of an earlier release, no longer used",
};

/** The rows that one query returns; fewer if they contain JSON, which may be long. */
const BATCH = { flat: 2000, withJson: 100 };

export type OwnDataRow = Readonly<Record<string, unknown>>;

/** Reads the rows of a part as JSON: times and decimals are text. Only one batch is in memory at a time. */
export async function* readOwnData(
  kysely: Kysely<Tables>,
  { table, packed, joins = "", where, key, columns }: Omit<OwnDataPart, "name" | "about">,
  subject: DataSubject,
): AsyncGenerator<OwnDataRow[]> {
  const hasJson = Object.values(columns).some(({ kind }) => kind === "json");
  const limit = hasJson ? BATCH.withJson : BATCH.flat;
  const keyText = key.map((column) => `${column}::text`).join(", ");
  const order = sql.raw(key.join(", "));
  for (let after: string[] | undefined; ;) {
    const from = packed
      ? sql`${packed.rowsOf(subject, after?.[0], limit)} as ${sql.table(table)}`
      : sql.table(table);
    const isNext = after ? sql`and (${order}) > (${sql.join(after)})` : sql``;
    const { rows } = await sql<{ row: OwnDataRow; key: string[] }>`
      select (select row_to_json(fields) from (select ${sql.raw(jsonSelectList(columns))}) as fields)
        as row, array[${sql.raw(keyText)}] as key
      from ${from} ${sql.raw(joins)} where ${where(subject)} ${isNext}
      order by ${order} limit ${limit}`.execute(kysely);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < limit) return;
    after = rows.at(-1)!.key;
  }
}
