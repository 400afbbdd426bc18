import { correctInput } from "../../../src/business/trading/corrections/correction.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { correctedBalance } from "./account-figures.ts";

interface CorrectBalanceDialogProps {
  trader: TraderListItem;
  isOpen: boolean;
  onClose: () => void;
}

export function CorrectBalanceDialog(props: CorrectBalanceDialogProps) {
  const { trader, isOpen, onClose } = props;
  const { balance, currency } = trader.tradingAccount;
  const form = useSchemaForm(correctInput, { userId: trader.id, amount: "", reason: "" });
  // Avoids `useWatch`, which would become part of the initial bundle.
  const amount = form.watch("amount");
  const corrected = correctedBalance(balance, String(amount));
  const correct = trpc.admin.record.correct.useMutation(
    useFormOutcome(form, {
      onClose,
      saved: "Balance corrected",
      failed: "Failed to correct the balance",
    }),
  );
  return (
    <FormDialog
      title="Correct Balance"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(values) => correct.mutateAsync(values)}
      submitLabel="Correct Balance"
      pendingLabel="Correcting..."
    >
      <p>
        Adds an operation to the trading record now, for something that the platform will never
        report. To undo it, add a correction of the opposite amount.
      </p>
      <TextField
        label="Amount"
        hint="The change to the balance, such as 25.00 or -25.00."
        autoFocus
        {...form.amountField("amount")}
        // The numeric keyboard of some phones has no minus sign.
        inputMode="text"
      />
      <TextArea
        label="Reason"
        hint="The reason is kept with the correction and in the history."
        {...form.field("reason")}
      />
      <div aria-live="polite">
        <Facts>
          <Fact name="Balance now" isAmount>
            {formatMoney(balance, currency)}
          </Fact>
          <Fact name="After the correction" isAmount>
            {corrected === null ? "—" : formatMoney(corrected, currency)}
          </Fact>
        </Facts>
      </div>
    </FormDialog>
  );
}
