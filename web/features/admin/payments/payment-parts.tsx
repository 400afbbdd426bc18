import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { createLink } from "@tanstack/react-router";
import type {
  Payment,
  PaymentRun,
  PaymentTotal,
} from "../../../../src/business/money/payments/payments.schema.ts";
import {
  type PaymentMethod,
  paymentMethods,
} from "../../../../src/business/money/payouts/payout.rule.ts";
import { compareText } from "../../../../src/platform/fields/compare-text.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { ProgressBar } from "../../../components/feedback/progress-bar.tsx";
import { BareCheckbox } from "../../../components/field/checkbox.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Sums } from "../../../components/money/sums.tsx";
import { formatCount, type Sum, sumByCurrency } from "../../../domain/format/figures.ts";
import { EmailText, PersonName } from "../../../domain/format/texts.tsx";
import { type FlagState, flagWords } from "../../../domain/payouts/payout-flags.tsx";

/** A word in place of something that is missing. */
export const Soft = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: "text.secondary" }}>
    {children}
  </Box>
);

/** An amount in a table. */
export const Amount = ({ of: { amount, currency } }: { of: Sum }) => (
  <Box
    component="span"
    sx={{ fontWeight: 550, fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}
  >
    {formatMoney(amount, currency)}
  </Box>
);

interface PersonCellProps {
  user: Payment["user"];
  /** What is unusual about the request now; it may have changed since the approval. */
  flags?: FlagState;
  /** Why the request is left out of runs. */
  obstacle?: string | undefined;
}

/** Shows the trader of a payment. Payments are kept when their trader is deleted. */
export function PersonCell({ user, flags = [], obstacle }: PersonCellProps) {
  if (!user) return <Soft>Deleted user</Soft>;
  return (
    <Stack component="span" sx={{ overflowWrap: "anywhere" }}>
      <Box component="strong" sx={{ fontWeight: 550 }}>
        <PersonName of={user} />
      </Box>
      {user.fullName ? (
        <Typography component="small" variant="body2" sx={{ color: "text.secondary" }}>
          <EmailText>{user.email}</EmailText>
        </Typography>
      ) : null}
      <Flags state={flags} />
      {obstacle === undefined ? null : <Warning words={obstacle} />}
    </Stack>
  );
}

function Flags({ state }: { state: FlagState }) {
  const words = flagWords(state);
  if (words === undefined) return null;
  if (state !== "checking")
    return <Warning words={words} icon={state === "unread" ? "info" : "alert"} />;
  return (
    <Typography component="small" variant="body2" sx={{ mt: 0.5, color: "text.secondary" }}>
      {words}
    </Typography>
  );
}

const Warning = ({ words, icon = "alert" }: { words: string; icon?: "info" | "alert" }) => (
  <Typography
    component="small"
    variant="body2"
    sx={{ display: "flex", alignItems: "center", gap: 0.75, mt: 0.5, color: "warning.main" }}
  >
    <Icon name={icon} size={16} />
    {words}
  </Typography>
);

/** Shows one amount per currency. */
export function TotalSums({ totals }: Readonly<{ totals: readonly Sum[] }>) {
  const sums = sumByCurrency(totals);
  return sums.length === 0 ? <Soft>Nothing</Soft> : <Sums sums={sums} />;
}

/** Lines with a text at the start and one at the end. */
export const lines = {
  display: "grid",
  gap: 0.75,
  listStyle: "none",
  fontSize: "var(--text-sm)",
  fontVariantNumeric: "tabular-nums",
  "& > li": { display: "flex", justifyContent: "space-between", gap: 2 },
  "& > li > :first-of-type": { color: "text.secondary" },
};

/** Shows one line for each currency and method. */
export function TotalLines({ name, totals }: { name: string; totals: readonly PaymentTotal[] }) {
  if (totals.length === 0) return null;
  return (
    <Box component="ul" aria-label={name} sx={lines}>
      {totals.map(({ currency, paymentMethod, count, amount }) => (
        <li key={`${currency} ${paymentMethod}`}>
          <span>{`${formatCount(count)} × ${paymentMethods[paymentMethod]}`}</span>
          <span>{formatMoney(amount, currency)}</span>
        </li>
      ))}
    </Box>
  );
}

/** Shows how many payments of a run are paid. */
export function Progress({ run: { open, paid } }: { run: Pick<PaymentRun, "open" | "paid"> }) {
  const all = open + paid;
  if (all === 0) return <Soft>Empty</Soft>;
  return (
    <Typography
      component="span"
      variant="body2"
      noWrap
      sx={{
        display: "inline-flex",
        alignItems: "center",
        gap: 1.25,
        fontVariantNumeric: "tabular-nums",
        "--bar": "var(--green-mark)",
      }}
    >
      <Box component="span" sx={{ width: "4.5rem" }}>
        <ProgressBar
          isMeter
          aria-label="Paid payments"
          aria-valuetext={`${paid} of ${all}`}
          value={(paid / all) * 100}
        />
      </Box>
      {`${paid} of ${all} paid`}
    </Typography>
  );
}

const CellLink = createLink(MuiLink);

/** A link in a cell, as high as a target of touch. */
const cellLink = {
  m: "-0.25rem -0.375rem",
  p: "0.25rem 0.375rem",
  fontWeight: 550,
  whiteSpace: "nowrap",
};

/** The id of a request, linked to its page. */
export function RequestId({ id }: { id: number }) {
  return (
    <CellLink to="/admin/payouts/$id" params={{ id: String(id) }} underline="hover" sx={cellLink}>
      {`#${id}`}
    </CellLink>
  );
}

/** The name of a run, linked to its page. */
export function RunLink({ id }: { id: number }) {
  return (
    <CellLink to="/admin/payments/$id" params={{ id: String(id) }} underline="hover" sx={cellLink}>
      {`Run #${id}`}
    </CellLink>
  );
}

interface RowCheckboxProps {
  label: string;
  isChecked: boolean;
  isDisabled?: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A checkbox that selects a row; its label is only for screen readers. */
export function RowCheckbox({ label, isChecked, isDisabled, onChange }: RowCheckboxProps) {
  return (
    <Box
      component="label"
      sx={{
        display: "inline-grid",
        placeItems: "center",
        m: -1,
        p: 1,
        cursor: isDisabled ? "default" : "pointer",
      }}
    >
      <BareCheckbox
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="visually-hidden">{label}</span>
    </Box>
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
