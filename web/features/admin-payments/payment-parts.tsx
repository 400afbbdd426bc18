import type {
  Payment,
  PaymentRun,
  PaymentTotal,
} from "../../../src/business/money/payments/payments.schema.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { displayName } from "../../domain/format/display-name.ts";
import { EmailText } from "../../domain/format/email-text.tsx";
import { type FlagState, flagWords } from "../../domain/payouts/use-payout-flags.ts";
import styles from "./payments.module.css";
import {
  type PaymentMethod,
  paymentMethods,
} from "../../../src/business/money/payouts/payout.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Sums } from "../../components/money/sums.tsx";
import { formatCount } from "../../domain/format/counts.ts";
import { type Sum, sumByCurrency } from "../../domain/format/sums.rule.ts";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import { Link } from "@tanstack/react-router";
import { BareCheckbox } from "../../components/field/bare-checkbox.tsx";
import { compareText } from "../../../src/platform/fields/compare-text.rule.ts";

interface PersonCellProps {
  user: Payment["user"];
  /** What is unusual about the request now; it may have changed since the approval. */
  flags?: FlagState;
}

/** Shows the trader of a payment. Payments are kept when their trader is deleted. */
export function PersonCell({ user, flags = [] }: PersonCellProps) {
  if (!user) return <span className={styles.soft}>Deleted trader</span>;
  return (
    <span className={styles.person}>
      <strong>{displayName(user)}</strong>
      {user.fullName ? (
        <small>
          <EmailText>{user.email}</EmailText>
        </small>
      ) : null}
      <Flags state={flags} />
    </span>
  );
}

function Flags({ state }: { state: FlagState }) {
  const words = flagWords(state);
  if (words === undefined) return null;
  if (state === "checking") return <small>{words}</small>;
  return (
    <small className={styles.flags}>
      <Icon name={state === "unread" ? "info" : "alert"} size={16} />
      {words}
    </small>
  );
}

/** Shows one amount per currency. */
export function TotalSums({ totals }: Readonly<{ totals: readonly Sum[] }>) {
  const sums = sumByCurrency(totals);
  if (sums.length === 0) return <span className={styles.soft}>Nothing</span>;
  return <Sums sums={sums} />;
}

/** Shows one line for each currency and method. */
export function TotalLines({ name, totals }: { name: string; totals: readonly PaymentTotal[] }) {
  return (
    <ul aria-label={name} className={styles.totals}>
      {totals.map(({ currency, paymentMethod, count, amount }) => (
        <li key={`${currency} ${paymentMethod}`}>
          <span>{`${formatCount(count)} × ${paymentMethods[paymentMethod]}`}</span>
          <span>{formatMoney(amount, currency)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Shows how many payments of a run are paid. */
export function Progress({ run: { open, paid } }: { run: Pick<PaymentRun, "open" | "paid"> }) {
  const all = open + paid;
  if (all === 0) return <span className={styles.soft}>Empty</span>;
  return (
    <span className={styles.progress}>
      <ProgressBar
        isMeter
        aria-label="Paid payments"
        aria-valuetext={`${paid} of ${all}`}
        value={(paid / all) * 100}
        className={styles.meter}
      />
      <span>{`${paid} of ${all} paid`}</span>
    </span>
  );
}

/** The id of a request, linked to its page. */
export function RequestId({ id }: { id: number }) {
  return (
    <Link to="/admin/payouts/$id" params={{ id: String(id) }} className={styles.link}>
      {`#${id}`}
    </Link>
  );
}

interface RowCheckboxProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A checkbox that selects a row; its label is only for screen readers. */
export function RowCheckbox({ label, isChecked, onChange }: RowCheckboxProps) {
  return (
    <label className={styles.check}>
      <BareCheckbox checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      <span className="visually-hidden">{label}</span>
    </label>
  );
}

interface Payable {
  amount: string;
  currency: string;
  paymentMethod: PaymentMethod;
}

/** Sums the payments by currency and method, in the same order as the server's totals. */
export function totalsOf(payments: readonly Payable[]): PaymentTotal[] {
  const keyOf = ({ currency, paymentMethod }: Omit<Payable, "amount">) =>
    `${currency} ${paymentMethod}`;
  const totals = Object.values(Object.groupBy(payments, keyOf)).flatMap((group = []) => {
    const [first] = group;
    if (!first) return [];
    const { currency, paymentMethod } = first;
    const [sum] = sumByCurrency(group);
    return [{ currency, paymentMethod, count: group.length, amount: sum!.amount }];
  });
  return totals.toSorted((one, other) => compareText(keyOf(one), keyOf(other)));
}
