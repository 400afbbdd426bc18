import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  boolean,
  type ColumnName,
  type Columns,
  computedBoolean,
  computedJson,
  decimal,
  integer,
  json,
  jsonSelectList,
  storedDecimal,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";

/** Whose data is exported. Every trader has exactly one account. */
export interface DataSubject {
  traderId: number;
  accountId: number;
}

/** One table of the export, which the archive contains as JSON and as CSV. */
export interface OwnDataPart {
  /** The path of the two files, without extension. */
  name: string;
  /** One line for the README. */
  about: string;
  table: keyof Tables;
  /** Tables that are joined, with their conditions. */
  joins?: string;
  where: (subject: DataSubject) => RawBuilder<boolean>;
  /** Columns that are unique together, and in whose order the rows are exported. */
  key: readonly [ColumnName, ...ColumnName[]];
  /** Never names of administrators, tools or other traders; never secrets or their hashes. */
  columns: Columns;
  /** Whether there is exactly one row. */
  isSingle?: true;
  /** Internal to the firm: only in the administrators' export. */
  isInternal?: true;
  /** The stored file of each row, in the folder `name`. */
  file?: { id: ColumnName; key: ColumnName; name: ColumnName; extension: string };
}

const ofTrader = (column: ColumnName) => (subject: DataSubject) =>
  sql<boolean>`${sql.raw(column)} = ${subject.traderId}`;

const ofAccount = (column: ColumnName) => (subject: DataSubject) =>
  sql<boolean>`${sql.raw(column)} = ${subject.accountId}`;

/** Where a deal or operation came from. */
const sourceOf = (table: "deals" | "operations") => ({
  source: computedJson<string>(
    `to_json(case when ${table}.statement_id is not null then 'statement'
      when ${table}.token_id is not null then 'feed' else 'correction' end)`,
  ),
  statementId: integer(`${table}.statement_id`),
  row: integer(`${table}.row`),
  receivedAt: timestamp(`${table}.received_at`),
});

/** The decrypted payment details replace this column: see `export-own-data.ts`. */
export const SEALED_DETAILS = "paymentDetails";

/** Everything that is held about a trader, in the order of the archive. */
export const ownDataParts: readonly OwnDataPart[] = [
  {
    name: "profile",
    about: "Name, contact and status",
    table: "users",
    where: ofTrader("users.id"),
    key: ["users.id"],
    isSingle: true,
    columns: {
      id: integer("users.id"),
      fullName: text("users.full_name"),
      email: text("users.email"),
      emailVerifiedAt: timestamp("users.email_verified_at"),
      country: text("users.country"),
      city: text("users.city"),
      street: text("users.street"),
      houseNumber: text("users.house_number"),
      privacyPolicyAgreed: boolean("users.privacy_policy_agreed"),
      banned: boolean("users.banned"),
      banReason: text("users.ban_reason"),
      createdAt: timestamp("users.created_at"),
    },
  },
  {
    name: "account",
    about: "The trading account, without its master password",
    table: "trading_accounts",
    where: ofTrader("trading_accounts.user_id"),
    key: ["trading_accounts.id"],
    isSingle: true,
    columns: {
      login: text("trading_accounts.login"),
      server: text("trading_accounts.server"),
      status: text("trading_accounts.status"),
      phase: text("trading_accounts.phase"),
      currency: text("trading_accounts.currency"),
      balance: decimal("trading_accounts.balance", 2),
      profitLoss: decimal("trading_accounts.profit_loss", 2),
      recordedAt: timestamp("trading_accounts.recorded_at"),
      enteredBalance: decimal("trading_accounts.typed_balance", 2),
      enteredProfitLoss: decimal("trading_accounts.typed_profit_loss", 2),
      payoutEnabled: boolean("trading_accounts.payout_enabled"),
      dailyDrawdownLimit: text("trading_accounts.daily_drawdown_limit"),
      overallLossLimit: text("trading_accounts.overall_loss_limit"),
      profitTarget: text("trading_accounts.profit_target"),
      createdAt: timestamp("trading_accounts.created_at"),
    },
  },
  {
    name: "sessions",
    about: "Devices that are signed in",
    table: "sessions",
    where: ofTrader("sessions.user_id"),
    key: ["sessions.id"],
    columns: {
      address: text("sessions.address"),
      userAgent: text("sessions.user_agent"),
      createdAt: timestamp("sessions.created_at"),
      lastSeenAt: timestamp("sessions.last_seen_at"),
      expiresAt: timestamp("sessions.expires_at"),
    },
  },
  {
    name: "known-devices",
    about: "When each known device was last used; the devices are stored as hashes only",
    table: "known_devices",
    where: ofTrader("known_devices.trader_id"),
    key: ["known_devices.device_hash"],
    columns: { lastSeenAt: timestamp("known_devices.last_seen_at") },
  },
  {
    name: "authenticator-apps",
    about: "Second factor: authenticator apps, without their secrets",
    table: "totp_factors",
    where: ofTrader("totp_factors.user_id"),
    key: ["totp_factors.id"],
    columns: {
      createdAt: timestamp("totp_factors.created_at"),
      confirmedAt: timestamp("totp_factors.confirmed_at"),
    },
  },
  {
    name: "passkeys",
    about: "Second factor: passkeys, without their keys",
    table: "passkeys",
    where: ofTrader("passkeys.user_id"),
    key: ["passkeys.id"],
    columns: {
      label: text("passkeys.label"),
      transports: json("passkeys.transports"),
      createdAt: timestamp("passkeys.created_at"),
      lastUsedAt: timestamp("passkeys.last_used_at"),
    },
  },
  {
    name: "recovery-codes",
    about: "Second factor: when each recovery code was used, without the codes",
    table: "recovery_codes",
    where: ofTrader("recovery_codes.user_id"),
    key: ["recovery_codes.id"],
    columns: { usedAt: timestamp("recovery_codes.used_at") },
  },
  {
    name: "activity",
    about: "What the trader did, from the audit log",
    table: "audit_events",
    where: ({ traderId }) => sql`audit_events.trader_id = ${traderId}
      and audit_events.actor_kind = 'trader' and audit_events.actor_id = ${traderId}`,
    key: ["audit_events.id"],
    columns: {
      at: timestamp("audit_events.at"),
      action: text("audit_events.action"),
      address: text("audit_events.address"),
    },
  },
  {
    name: "stages",
    about: "The stages of the account",
    table: "stages",
    where: ofAccount("stages.account_id"),
    key: ["stages.id"],
    columns: {
      id: integer("stages.id"),
      phase: text("stages.phase"),
      currency: text("stages.currency"),
      initialBalance: decimal("stages.initial_balance", 2),
      rulesVersionId: integer("stages.rules_version_id"),
      programme: computedJson(
        `select json_build_object('name', programmes.name, 'version', programme_versions.version,
            'step', stages.programme_step)
          from programme_versions join programmes on programmes.id = programme_versions.programme_id
          where programme_versions.id = stages.programme_version_id`,
      ),
      startedAt: timestamp("stages.started_at"),
      endedAt: timestamp("stages.ended_at"),
      outcome: text("stages.outcome"),
      createdAt: timestamp("stages.created_at"),
    },
  },
  {
    name: "rules",
    about: "The versions of the rules that apply or applied to the stages",
    table: "rule_versions",
    joins: "join rule_sets on rule_sets.id = rule_versions.rule_set_id",
    where: ({ accountId }) => sql`rule_versions.id in (
      select rules_version_id from stages where account_id = ${accountId}
      union select from_version_id from rule_changes where account_id = ${accountId}
      union select to_version_id from rule_changes where account_id = ${accountId})`,
    key: ["rule_versions.id"],
    columns: {
      versionId: integer("rule_versions.id"),
      name: text("rule_sets.name"),
      version: integer("rule_versions.version"),
      rules: json("rule_versions.rules"),
    },
  },
  {
    name: "rule-changes",
    about: "Changes of a stage to another version of the rules, with their reasons",
    table: "rule_changes",
    where: ofAccount("rule_changes.account_id"),
    key: ["rule_changes.id"],
    columns: {
      stageId: integer("rule_changes.stage_id"),
      fromVersionId: integer("rule_changes.from_version_id"),
      toVersionId: integer("rule_changes.to_version_id"),
      reason: text("rule_changes.reason"),
      at: timestamp("rule_changes.at"),
    },
  },
  {
    name: "records/deals",
    about: "Deals; those that do not count are repetitions of a ticket, or outside of every stage",
    table: "deals",
    where: ofAccount("deals.account_id"),
    key: ["deals.id"],
    columns: {
      stageId: integer("deals.stage_id"),
      counts: computedBoolean("deals.stands and deals.stage_id is not null"),
      ticket: text("deals.ticket"),
      time: timestamp("deals.time"),
      position: text("deals.position"),
      entry: text("deals.entry"),
      symbol: text("deals.symbol"),
      side: text("deals.side"),
      volume: storedDecimal("deals.volume"),
      price: storedDecimal("deals.price"),
      profit: decimal("deals.profit", 2),
      commission: decimal("deals.commission", 2),
      swap: decimal("deals.swap", 2),
      fee: decimal("deals.fee", 2),
      ...sourceOf("deals"),
    },
  },
  {
    name: "records/operations",
    about: "Deposits, withdrawals, corrections and other operations",
    table: "operations",
    where: ofAccount("operations.account_id"),
    key: ["operations.id"],
    columns: {
      stageId: integer("operations.stage_id"),
      counts: computedBoolean("operations.stands and operations.stage_id is not null"),
      ticket: text("operations.ticket"),
      time: timestamp("operations.time"),
      kind: text("operations.kind"),
      amount: decimal("operations.amount", 2),
      reason: text("operations.reason"),
      ...sourceOf("operations"),
    },
  },
  {
    name: "records/snapshots",
    about: "Balance and equity as the feed observed them",
    table: "snapshots",
    where: ofAccount("snapshots.account_id"),
    key: ["snapshots.time"],
    columns: {
      time: timestamp("snapshots.time"),
      balance: decimal("snapshots.balance", 2),
      equity: decimal("snapshots.equity", 2),
      receivedAt: timestamp("snapshots.received_at"),
    },
  },
  {
    name: "records/trades",
    about: "Trades, derived from the deals",
    table: "trades",
    where: ofAccount("trades.account_id"),
    key: ["trades.stage_id", "trades.position"],
    columns: {
      stageId: integer("trades.stage_id"),
      position: text("trades.position"),
      symbol: text("trades.symbol"),
      side: text("trades.side"),
      volume: storedDecimal("trades.volume"),
      openTime: timestamp("trades.open_time"),
      openPrice: storedDecimal("trades.open_price"),
      closeTime: timestamp("trades.close_time"),
      closePrice: storedDecimal("trades.close_price"),
      profit: decimal("trades.profit", 2),
      commission: decimal("trades.commission", 2),
      swap: decimal("trades.swap", 2),
      fee: decimal("trades.fee", 2),
      net: decimal("trades.net", 2),
      hasConflict: boolean("trades.has_conflict"),
    },
  },
  {
    name: "records/days",
    about: "Trading days, derived from the records",
    table: "trading_days",
    where: ofAccount("trading_days.account_id"),
    key: ["trading_days.stage_id", "trading_days.day"],
    columns: {
      stageId: integer("trading_days.stage_id"),
      day: text("trading_days.day"),
      startsAt: timestamp("trading_days.starts_at"),
      endsAt: timestamp("trading_days.ends_at"),
      openingBalance: decimal("trading_days.opening_balance", 2),
      closingBalance: decimal("trading_days.closing_balance", 2),
      net: decimal("trading_days.net", 2),
      trades: integer("trading_days.trades"),
      wins: integer("trading_days.wins"),
      losses: integer("trading_days.losses"),
      equityLow: decimal("trading_days.equity_low", 2),
      equityHigh: decimal("trading_days.equity_high", 2),
    },
  },
  {
    name: "verdicts",
    about: "Every change of a verdict, with its cause",
    table: "verdicts",
    where: ofAccount("verdicts.account_id"),
    key: ["verdicts.id"],
    columns: {
      id: integer("verdicts.id"),
      stageId: integer("verdicts.stage_id"),
      at: timestamp("verdicts.at"),
      outcome: text("verdicts.outcome"),
      grade: text("verdicts.grade"),
      cause: json("verdicts.cause"),
      verdict: json("verdicts.verdict"),
    },
  },
  {
    name: "current-verdicts",
    about: "The current verdict on each stage",
    table: "current_verdicts",
    where: ofAccount("current_verdicts.account_id"),
    key: ["current_verdicts.stage_id"],
    columns: {
      stageId: integer("current_verdicts.stage_id"),
      asOf: timestamp("current_verdicts.as_of"),
      outcome: text("current_verdicts.outcome"),
      grade: text("current_verdicts.grade"),
      dailyRoom: decimal("current_verdicts.daily_room", 2),
      dailyRoomResetsAt: timestamp("current_verdicts.daily_room_resets_at"),
    },
  },
  {
    name: "reviews",
    about: "Reviews of breaches and passes, with the decisions",
    table: "reviews",
    where: ofAccount("reviews.account_id"),
    key: ["reviews.id"],
    columns: {
      id: integer("reviews.id"),
      stageId: integer("reviews.stage_id"),
      kind: text("reviews.kind"),
      createdAt: timestamp("reviews.created_at"),
      decision: text("reviews.decision"),
      reason: text("reviews.reason"),
      decidedAt: timestamp("reviews.decided_at"),
      verdict: json("reviews.verdict"),
    },
  },
  {
    name: "appeals",
    about: "Appeals against confirmed breaches and rejected payout requests, with the answers",
    table: "appeals",
    where: ofTrader("appeals.user_id"),
    key: ["appeals.id"],
    columns: {
      id: integer("appeals.id"),
      subjectKind: text("appeals.subject_kind"),
      subjectId: integer("appeals.subject_id"),
      text: text("appeals.text"),
      createdAt: timestamp("appeals.created_at"),
      appealedAt: timestamp("appeals.appealed_at"),
      appealedReason: text("appeals.appealed_reason"),
      decision: text("appeals.decision"),
      reason: text("appeals.reason"),
      decidedAt: timestamp("appeals.decided_at"),
    },
  },
  {
    name: "appeal-attachments",
    about: "Files that were attached to appeals",
    table: "appeal_attachments",
    joins: "join appeals on appeals.id = appeal_attachments.appeal_id",
    where: ofTrader("appeals.user_id"),
    key: ["appeal_attachments.id"],
    columns: {
      id: integer("appeal_attachments.id"),
      appealId: integer("appeal_attachments.appeal_id"),
      name: text("appeal_attachments.name"),
      size: integer("appeal_attachments.size"),
      createdAt: timestamp("appeal_attachments.created_at"),
    },
    file: {
      id: "appeal_attachments.id",
      key: "appeal_attachments.file_key",
      name: "appeal_attachments.name",
      extension: "",
    },
  },
  {
    name: "warnings",
    about: "Warnings that a part of a loss limit was used",
    table: "account_warnings",
    where: ofAccount("account_warnings.account_id"),
    key: ["account_warnings.id"],
    columns: {
      id: integer("account_warnings.id"),
      stageId: integer("account_warnings.stage_id"),
      kind: text("account_warnings.kind"),
      index: integer("account_warnings.index"),
      percent: integer("account_warnings.percent"),
      day: text("account_warnings.day"),
      at: timestamp("account_warnings.at"),
      value: decimal("account_warnings.value", 2),
      floor: decimal("account_warnings.floor", 2),
      room: decimal("account_warnings.room", 2),
      createdAt: timestamp("account_warnings.created_at"),
    },
  },
  {
    name: "payout-requests",
    about: "Payout requests, with the payment details that the trader entered",
    table: "payout_requests",
    where: ofTrader("payout_requests.user_id"),
    key: ["payout_requests.id"],
    columns: {
      id: integer("payout_requests.id"),
      amount: decimal("payout_requests.amount", 2),
      currency: text("payout_requests.currency"),
      paymentMethod: text("payout_requests.payment_method"),
      [SEALED_DETAILS]: text("payout_requests.sealed_details"),
      status: text("payout_requests.status"),
      adminNotes: text("payout_requests.admin_notes"),
      createdAt: timestamp("payout_requests.created_at"),
      readiness: json("payout_requests.readiness"),
    },
  },
  {
    name: "payments",
    about: "Payments of the payout requests",
    table: "payments",
    joins: "join payout_requests on payout_requests.id = payments.payout_id",
    where: ofTrader("payout_requests.user_id"),
    key: ["payments.id"],
    columns: {
      payoutId: integer("payments.payout_id"),
      amount: decimal("payments.amount", 2),
      currency: text("payments.currency"),
      paymentMethod: text("payments.payment_method"),
      status: text("payments.status"),
      paidAt: timestamp("payments.paid_at"),
      reference: text("payments.reference"),
      reversedAt: timestamp("payments.reversed_at"),
      reversalReason: text("payments.reversal_reason"),
    },
  },
  {
    name: "notices",
    about: "Notices on the trader's page",
    table: "notices",
    where: ofTrader("notices.user_id"),
    key: ["notices.id"],
    columns: {
      kind: text("notices.kind"),
      subject: text("notices.subject"),
      paragraphs: json("notices.paragraphs"),
      note: text("notices.note"),
      at: timestamp("notices.at"),
      readAt: timestamp("notices.read_at"),
    },
  },
  {
    name: "certificates",
    about: "Certificates",
    table: "certificates",
    where: ofTrader("certificates.user_id"),
    key: ["certificates.id"],
    columns: {
      id: integer("certificates.id"),
      name: text("certificates.name"),
      kind: text("certificates.kind"),
      code: text("certificates.code"),
      stageId: integer("certificates.stage_id"),
      payoutId: integer("certificates.payout_id"),
      printed: json("certificates.printed"),
      issuedAt: timestamp("certificates.issued_at"),
      uploadedAt: timestamp("certificates.uploaded_at"),
      withdrawnAt: timestamp("certificates.withdrawn_at"),
      withdrawnReason: text("certificates.withdrawn_reason"),
    },
    file: {
      id: "certificates.id",
      key: "certificates.file_key",
      name: "certificates.name",
      extension: ".pdf",
    },
  },
  {
    name: "statements",
    about: "Imported statements of the platform",
    table: "statements",
    where: ofAccount("statements.account_id"),
    key: ["statements.id"],
    columns: {
      id: integer("statements.id"),
      stageId: integer("statements.stage_id"),
      fileName: text("statements.file_name"),
      format: text("statements.format"),
      size: integer("statements.size"),
      timeZone: text("statements.time_zone"),
      login: text("statements.login"),
      accountName: text("statements.account_name"),
      currency: text("statements.currency"),
      from: timestamp("statements.from_time"),
      to: timestamp("statements.to_time"),
      counts: json("statements.counts"),
      totals: json("statements.totals"),
      financing: json("statements.financing"),
      openingBalance: decimal("statements.opening_balance", 2),
      closingBalance: decimal("statements.closing_balance", 2),
      status: text("statements.status"),
      difference: decimal("statements.difference", 2),
      findings: json("statements.findings"),
      confirmedAt: timestamp("statements.confirmed_at"),
      createdAt: timestamp("statements.created_at"),
      withdrawnAt: timestamp("statements.withdrawn_at"),
      withdrawnReason: text("statements.withdrawn_reason"),
    },
    file: {
      id: "statements.id",
      key: "statements.file_key",
      name: "statements.file_name",
      extension: "",
    },
  },
  {
    name: "actions",
    about: "What the trading platform was asked to do with the account",
    table: "actions",
    where: ofAccount("actions.account_id"),
    key: ["actions.id"],
    columns: {
      id: integer("actions.id"),
      stageId: integer("actions.stage_id"),
      login: text("actions.login"),
      kind: text("actions.kind"),
      amount: decimal("actions.amount", 2),
      status: text("actions.status"),
      requestedAt: timestamp("actions.requested_at"),
      deliveredAt: timestamp("actions.delivered_at"),
      finishedAt: timestamp("actions.finished_at"),
    },
  },
  {
    name: "internal-notes",
    about: "Internal notes of the administrators, without their authors",
    table: "trader_notes",
    where: ofTrader("trader_notes.user_id"),
    key: ["trader_notes.id"],
    isInternal: true,
    columns: {
      body: text("trader_notes.body"),
      createdAt: timestamp("trader_notes.created_at"),
    },
  },
  {
    name: "tags",
    about: "Tags of the administrators",
    table: "trader_tags",
    where: ofTrader("trader_tags.user_id"),
    key: ["trader_tags.tag"],
    isInternal: true,
    columns: { tag: text("trader_tags.tag") },
  },
];

/** The tables with an id of a trader that no part contains, and why. A test requires every such table to be in either. */
export const leftOutTables: Readonly<Record<string, string>> = {
  action_queues: "derived from the actions",
  equity_hours: "derived from the snapshots",
  stage_progress: "derived from the records",
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
  { table, joins = "", where, key, columns }: Omit<OwnDataPart, "name" | "about">,
  subject: DataSubject,
): AsyncGenerator<OwnDataRow[]> {
  const hasJson = Object.values(columns).some(({ kind }) => kind === "json");
  const limit = hasJson ? BATCH.withJson : BATCH.flat;
  const keyText = key.map((column) => `${column}::text`).join(", ");
  const order = sql.raw(key.join(", "));
  for (let after: string[] | undefined; ;) {
    const isNext = after ? sql`and (${order}) > (${sql.join(after)})` : sql``;
    const { rows } = await sql<{ row: OwnDataRow; key: string[] }>`
      select (select row_to_json(fields) from (select ${sql.raw(jsonSelectList(columns))}) as fields)
        as row, array[${sql.raw(keyText)}] as key
      from ${sql.raw(table)} ${sql.raw(joins)} where ${where(subject)} ${isNext}
      order by ${order} limit ${limit}`.execute(kysely);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < limit) return;
    after = rows.at(-1)!.key;
  }
}
