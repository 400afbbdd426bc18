import type { AuditEvent } from "../../src/platform/audit/audit-event.schema.ts";
import { formatDollars, formatProfitLoss } from "../../src/platform/money/money.ts";
import { paymentMethods } from "../../src/business/payouts/payment-method.rule.ts";
import { countries } from "../format/countries.ts";
import { formatCalendarDay } from "../format/dates.ts";
import { isRefusal } from "./event-looks.ts";
import { accountStatusLabels, payoutStatusLabels } from "../format/status-labels.ts";

/** One field of an event, in the words of the screens. */
export interface ChangeWords {
  name: string;
  /** Of a secret it is only known that it changed. */
  isSecret: boolean;
  /** `undefined` where nothing was set. */
  from: string | undefined;
  to: string | undefined;
}

/** In the order in which they are told, what matters most first. */
const names: Readonly<Record<string, string>> = {
  label: "Label",
  name: "Certificate Name",
  fullName: "Full Name",
  email: "Email",
  country: "Country",
  city: "City",
  street: "Street",
  houseNumber: "House Number",
  banned: "Banned",
  banReason: "Ban Reason",
  amount: "Amount",
  paymentMethod: "Payment Method",
  status: "Status",
  phase: "Phase",
  balance: "Balance",
  profitLoss: "Profit/Loss",
  payoutEnabled: "Payouts",
  dailyDrawdownLimit: "Daily Drawdown Limit",
  overallLossLimit: "Overall Loss Limit",
  profitTarget: "Profit Target",
  login: "Login",
  masterPassword: "Master Password",
  server: "Server",
  password: "Password",
  issuedAt: "Issue Date",
  certificateId: "Certificate ID",
};

const order = Object.keys(names);

type Value = string | number | boolean | null;

const statusWords: Readonly<Record<string, string>> = {
  ...accountStatusLabels,
  ...payoutStatusLabels,
};

const words: Readonly<Record<string, (value: Value) => string>> = {
  balance: (value) => formatDollars(String(value)),
  amount: (value) => formatDollars(String(value)),
  profitLoss: (value) => formatProfitLoss(String(value)),
  status: (value) => statusWords[String(value)] ?? String(value),
  payoutEnabled: (value) => (value ? "Enabled" : "Disabled"),
  banned: (value) => (value ? "Yes" : "No"),
  country: (value) => countries[String(value)] ?? String(value),
  paymentMethod: (value) =>
    (paymentMethods as Readonly<Record<string, string>>)[String(value)] ?? String(value),
  issuedAt: (value) => formatCalendarDay(new Date(String(value))),
};

export function describeChanges({ changes }: Pick<AuditEvent, "changes">): ChangeWords[] {
  const told = Object.entries(changes).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return told.map(([field, change]) => {
    const name = names[field] ?? field;
    if (change === "changed") return { name, isSecret: true, from: undefined, to: undefined };
    const say = (value: Value) =>
      value === null ? undefined : (words[field]?.(value) ?? String(value));
    return { name, isSecret: false, from: say(change.from), to: say(change.to) };
  });
}

const FEW = 3;

/** What matters most, in one line: the reason, or else the first of the changes. */
export function summarizeEvent(event: AuditEvent): string | undefined {
  if (event.reason) return isRefusal(event.action) ? event.reason : `“${event.reason}”`;
  const changes = describeChanges(event);
  if (changes.length === 0) return undefined;
  const told = changes.slice(0, FEW).map(({ name, isSecret, from, to }) => {
    if (isSecret) return `${name} changed`;
    if (from === undefined) return `${name} ${to}`;
    return to === undefined ? `${name} ${from} removed` : `${name} ${from} → ${to}`;
  });
  const others = changes.length - told.length;
  return [...told, ...(others > 0 ? [`${others} more`] : [])].join(" · ");
}
