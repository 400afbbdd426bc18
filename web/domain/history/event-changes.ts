import type { AuditEvent } from "../../../src/business/watch/audit-log/audit-event.schema.ts";
import { formatMoney, formatResult } from "../../../src/platform/money/money.ts";
import {
  actionLabels,
  enforcementEvents,
} from "../../../src/business/record/actions/action.rule.ts";
import { conductNames } from "../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import { flagLabels, UNREAD_FLAGS } from "../../../src/business/money/payouts/flags.rule.ts";
import {
  paymentMethods,
  payoutStatusLabels,
} from "../../../src/business/money/payouts/payout.rule.ts";
import {
  accountFields,
  riskFields,
} from "../../../src/business/traders/accounts/account.fields.ts";
import { traderFields } from "../../../src/identity/users/trader.fields.ts";
import { type Field, labelsOf, shownValue } from "../../../src/platform/declared/field.rule.ts";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";
import { pick, recordOf } from "../../../src/platform/fields/pick.rule.ts";
import { accountStatusLabels } from "../../../src/business/traders/accounts/account.rule.ts";
import { formatCalendarDay, formatExactMoment } from "../format/dates.ts";
import { statementFormatLabels } from "../statements/statement-words.tsx";
import { isRefusal } from "./event-sentence.ts";

const recordedFlags: Readonly<Record<string, string>> = {
  ...flagLabels,
  [UNREAD_FLAGS]: "Could not be read",
};

/** A field that an event changed, formatted for the screen. */
export interface FieldChange {
  name: string;
  /** The value is secret and was not recorded. */
  isSecret: boolean;
  /** `undefined` if there was no value. */
  from: string | undefined;
  to: string | undefined;
}

const accountLabels = labelsOf(accountFields);

/** The labels of the fields, the most important first. */
const names: Readonly<Record<string, string>> = {
  label: "Label",
  role: "Role",
  accessKey: "Access Key",
  scopes: "Scopes",
  expiresAt: "Expires",
  name: "Certificate Name",
  ...labelsOf(traderFields),
  banned: "Banned",
  banReason: "Ban Reason",
  amount: "Amount",
  paymentMethod: "Payment Method",
  fileName: "File",
  format: "Format",
  ...pick(accountLabels, ["status"]),
  approvals: "Approvals",
  flags: "Flagged",
  secondApprovalAbove: "Second Approval Above",
  ...pick(accountLabels, ["phase"]),
  kind: "About",
  action: "Action",
  initialBalance: "Initial Balance",
  startedAt: "Start",
  endedAt: "End",
  outcome: "Outcome",
  newRecords: "New Records",
  conflicts: "Conflicts",
  ...pick(accountLabels, ["balance", "profitLoss", "payoutEnabled"]),
  unpaid: "Approved and Unpaid",
  ...pick(accountLabels, riskFields),
  ...accountLabels,
  password: "Password",
  issuedAt: "Issue Date",
  certificateId: "Certificate ID",
  code: "Code",
  traderName: "Printed Name",
  isReasonPublic: "Reason Published",
  stageId: "Stage ID",
  rules: "Rules",
  programme: "Programme",
  step: "Step",
  version: "Version",
  archived: "Archived",
  ruleSetId: "Rule Set ID",
  rulesVersionId: "Rules Version ID",
  programmeId: "Programme ID",
  programmeVersionId: "Programme Version ID",
  actionId: "Action ID",
  findingId: "Finding ID",
  finding: "Finding",
  item: "Item",
  ticket: "Ticket",
  ...enforcementEvents,
  statementId: "Statement ID",
  list: "Table",
  filters: "Filters",
  viewId: "View ID",
  tokenId: "Token ID",
  subjectKind: "Against",
  subjectId: "Subject ID",
  size: "File Size",
};

const order = Object.keys(names);

type Value = string | number | boolean | null;

const statusWords: Readonly<Record<string, string>> = {
  ...accountStatusLabels,
  ...payoutStatusLabels,
  reconciled: "Reconciled",
  partial: "Partial",
  inconsistent: "Inconsistent",
  proposed: "Proposed",
  delivered: "Delivered",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
};

const appealed: Readonly<Record<string, string>> = {
  payout: "A rejected request",
  review: "A review",
  finding: "A finding",
};

const kinds: Readonly<Record<string, string>> = { ...conductNames, breach: "Breach", pass: "Pass" };

const entered = { ...traderFields, ...accountFields };

const formatters: Readonly<
  Record<string, (value: NonNullable<Value>, currency: string) => string>
> = {
  ...recordOf(
    keysOf(entered),
    (name) => (value, currency) => formatField(entered[name], value, currency),
  ),
  amount: (value, currency) => formatMoney(String(value), currency),
  initialBalance: (value, currency) => formatMoney(String(value), currency),
  startedAt: (value) => formatExactMoment(new Date(String(value))),
  endedAt: (value) => formatExactMoment(new Date(String(value))),
  status: (value) => statusWords[String(value)] ?? String(value),
  action: (value) =>
    (actionLabels as Readonly<Record<string, string>>)[String(value)] ?? String(value),
  format: (value) =>
    (statementFormatLabels as Readonly<Record<string, string>>)[String(value)] ?? String(value),
  flags: (value) =>
    String(value)
      .split(", ")
      .map((code) => recordedFlags[code] ?? code)
      .join(", "),
  secondApprovalAbove: formatSum,
  unpaid: (value) => String(value).split(", ").map(formatSum).join(", "),
  banned: (value) => (value ? "Yes" : "No"),
  archived: (value) => (value ? "Yes" : "No"),
  paymentMethod: (value) =>
    (paymentMethods as Readonly<Record<string, string>>)[String(value)] ?? String(value),
  expiresAt: (value) => formatExactMoment(new Date(String(value))),
  kind: (value) => kinds[String(value)] ?? String(value),
  subjectKind: (value) => appealed[String(value)] ?? String(value),
  size: (value) => `${Math.ceil(Number(value) / 1024).toLocaleString("en-US")} KB`,
  issuedAt: (value) => formatCalendarDay(new Date(String(value))),
};

/** Formats a declared field as other screens show it. */
function formatField(field: Field, value: NonNullable<Value>, currency: string): string {
  if (field.kind !== "amount") return shownValue(field, value);
  return (field.isResult ? formatResult : formatMoney)(String(value), currency);
}

/** Formats an amount with its currency, such as `4651.28 USD`. Earlier releases recorded limits without it. */
function formatSum(value: Value): string {
  const [amount, currency] = String(value).split(" ");
  return formatMoney(amount, currency ?? "USD");
}

export function describeChanges({ changes }: Pick<AuditEvent, "changes">): FieldChange[] {
  const entries = Object.entries(changes).toSorted(
    ([a], [b]) => order.indexOf(a) - order.indexOf(b),
  );
  const currency = currencyOf(changes);
  // The amounts already state it.
  const shown = entries.filter(([field]) => field !== "currency");
  return shown.map(([field, change]) => {
    const name = names[field] ?? inWords(field);
    if (change === "changed") return { name, isSecret: true, from: undefined, to: undefined };
    const format = (value: Value) =>
      value === null ? undefined : (formatters[field]?.(value, currency) ?? String(value));
    return { name, isSecret: false, from: format(change.from), to: format(change.to) };
  });
}

/** Names a field that has no label: `sessionsEnded` becomes `Sessions Ended`. */
function inWords(field: string): string {
  return field
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_]/g, " ")
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll(/\bId\b/g, "ID");
}

/** Returns the currency of the amounts of an event. Earlier releases recorded amounts in US dollars without it. */
function currencyOf({ currency }: AuditEvent["changes"]): string {
  return typeof currency === "object" ? String(currency.to ?? currency.from) : "USD";
}

const MAX_SHOWN_CHANGES = 3;

/** Summarises an event in one line: the reason if it has one, otherwise the most important changes. */
export function summarizeEvent(event: AuditEvent): string | undefined {
  if (event.reason) return isRefusal(event.action) ? event.reason : `“${event.reason}”`;
  const changes = describeChanges(event);
  if (changes.length === 0) return undefined;
  const shown = changes.slice(0, MAX_SHOWN_CHANGES).map(({ name, isSecret, from, to }) => {
    if (isSecret) return `${name} changed`;
    // What an event is about has not changed.
    if (from === undefined || from === to) return `${name} ${to}`;
    return to === undefined ? `${name} ${from} removed` : `${name} from ${from} to ${to}`;
  });
  const others = changes.length - shown.length;
  return [...shown, ...(others > 0 ? [`${others} more`] : [])].join(" · ");
}
