import { formatResult } from "../../../src/platform/money/money.ts";
import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";

interface FinancingFieldProps {
  /** The preview; `undefined` while the file is read for the first time. */
  statement: Statement | undefined;
  isCost: boolean;
  onChange: (isCost: boolean) => void;
  disabled: boolean;
}

/** Decides whether balance operations with a financing comment are costs. Hidden if the file has none. */
export function FinancingField({ statement, isCost, onChange, disabled }: FinancingFieldProps) {
  const financing = statement?.financing;
  if (!financing || statement.id !== null) return null;
  const operations = formatCountOf(financing.count, "balance operation");
  return (
    <Checkbox
      label="Financing Is a Cost"
      hint={`${operations} with a financing comment, ${formatResult(financing.amount, statement.currency)} in total. Otherwise they are deposits and withdrawals.`}
      checked={isCost}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
