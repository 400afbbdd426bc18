import { defineEntity, p } from "@mikro-orm/core";
import { TradingAccountSchema } from "../../traders/accounts/account.entity.ts";
import type { AskedAccount } from "./platform-account.schema.ts";
import {
  actionKinds,
  actionStatuses,
  causeKinds,
  enforcementEventNames,
  enforcementModes,
} from "./action.rule.ts";

/**
 * One row for each account that has had an action. A transaction must lock it to change the actions of the account, and
 * polls read this table alone to find what is due: their cost does not depend on the number of waiting actions.
 */
export const ActionQueue = defineEntity({
  name: "ActionQueue",
  tableName: "action_queues",
  properties: {
    account: () =>
      p
        .oneToOne(TradingAccountSchema)
        .owner()
        .primary()
        .fieldName("account_id")
        .foreignKeyName("action_queues_account_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    /** The first action that is pending or delivered, the only one that may be delivered; `null` if there is none. */
    headId: p.integer().nullable(),
    /** When a bridge may receive it: any time for a pending action, and after its lease for a delivered one. */
    dueAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: "action_queues_due_index",
      properties: ["dueAt", "headId"],
      where: "due_at is not null",
    },
  ],
  checks: [
    { name: "action_queues_head_check", expression: "(head_id is null) = (due_at is null)" },
  ],
});

/** What the trading platform is asked to do with an account. */
export const ActionSchema = defineEntity({
  name: "Action",
  tableName: "actions",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    account: () =>
      p
        .manyToOne(TradingAccountSchema)
        .fieldName("account_id")
        .foreignKeyName("actions_account_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    stageId: p.integer().nullable(),
    /** That of the stage of the event or, for a person's request, of the account; `null` until it is created. */
    login: p.text().nullable(),
    /** Of that login. */
    server: p.text().nullable(),
    kind: p.enum(actionKinds),
    amount: p.decimal().precision(30).scale(2).nullable(),
    /** What the account at the platform is to be like. */
    askedAccount: p.json<AskedAccount>().nullable(),
    status: p.enum(actionStatuses),
    reason: p.text(),
    causeKind: p.enum(causeKinds),
    causeId: p.integer().nullable(),
    /** Written by earlier releases only, which find the actions of an event by it. */
    event: p.enum(enforcementEventNames).nullable(),
    requestedAt: p.datetime(3),
    requestedBy: p.text(),
    /** The administrator who asked, also by an API token; no foreign key, because it is only compared. */
    requestedById: p.integer().nullable(),
    /** The last delivery. */
    deliveredAt: p.datetime(3).nullable(),
    /** The first delivery since the action was pending: a bridge that never answers receives it again and again. */
    unansweredSince: p.datetime(3).nullable(),
    /** When a bridge began what it must not repeat, since the action was last requested. */
    startedAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
    /** Deliveries. */
    attempts: p.integer().default(0),
    /** What the bridge said about the outcome. */
    message: p.text().nullable(),
    /** Why it can no longer be requested again if it fails; `null` if it can. */
    retryRefusal: p.text().nullable(),
  },
  uniques: [
    {
      // Of earlier releases; see `event`.
      name: "actions_event_unique",
      properties: ["causeKind", "causeId", "event", "kind"],
      where: "event is not null",
    },
  ],
  indexes: [
    { name: "actions_account_index", properties: ["account", "id"] },
    { name: "actions_status_index", properties: ["status", "id"] },
    {
      name: "actions_finished_index",
      properties: ["finishedAt"],
      where: "status in ('done', 'failed')",
    },
    {
      name: "actions_unfinished_index",
      properties: ["account", "id"],
      where: "status in ('pending', 'delivered')",
    },
  ],
  checks: [
    {
      name: "actions_login_check",
      expression: "login is not null or kind = 'create_account'",
    },
    {
      name: "actions_account_check",
      expression: "(kind in ('create_account', 'change_account')) = (asked_account is not null)",
    },
    {
      name: "actions_amount_check",
      expression: "(kind in ('withdraw', 'deposit')) = (amount is not null)",
    },
    { name: "actions_amount_is_positive", expression: "amount > 0 and amount <> 'NaN'" },
    {
      name: "actions_cause_check",
      expression:
        "(cause_kind in ('person', 'gate')) = (cause_id is null) and (event is null or cause_kind <> 'person' and cause_kind <> 'gate')",
    },
    {
      name: "actions_finished_check",
      expression: "(status in ('done', 'failed', 'cancelled')) = (finished_at is not null)",
    },
    {
      name: "actions_delivered_check",
      expression: "status <> 'delivered' or (delivered_at is not null and attempts > 0)",
    },
  ],
});

export class Action extends ActionSchema.class {}

ActionSchema.setClass(Action);

/** At most one row. */
export const EnforcementSettings = defineEntity({
  name: "EnforcementSettings",
  tableName: "enforcement_settings",
  properties: {
    id: p.integer().primary().autoincrement(false).default(1),
    breachOpened: p.enum(enforcementModes).default("none"),
    breachConfirmed: p.enum(enforcementModes).default("none"),
    breachDismissed: p.enum(enforcementModes).default("none"),
    passConfirmed: p.enum(enforcementModes).default("none"),
    payoutPaid: p.enum(enforcementModes).default("none"),
    updatedAt: p.datetime(3),
    updatedBy: p.text(),
  },
  checks: [{ name: "enforcement_settings_id_check", expression: "id = 1" }],
});
