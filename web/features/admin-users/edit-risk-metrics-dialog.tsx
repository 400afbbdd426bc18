import {
  riskForm,
  type AccountWithoutPassword,
} from "../../../src/business/traders/accounts/account.schema.ts";
import { TextField } from "../../components/field/text-field.tsx";
import { AccountFormDialog } from "./account-form-dialog.tsx";
import { useUser } from "./use-user.ts";
import { RulesNote } from "./user-facts.tsx";
import type { UserDialogProps } from "./user-dialog.ts";

function risksOf({ dailyDrawdownLimit, overallLossLimit, profitTarget }: AccountWithoutPassword) {
  return {
    dailyDrawdownLimit: dailyDrawdownLimit ?? "",
    overallLossLimit: overallLossLimit ?? "",
    profitTarget: profitTarget ?? "",
  };
}

export function EditRiskMetricsDialog(props: UserDialogProps) {
  const query = useUser(props.user.id, props.isOpen);
  return (
    <AccountFormDialog
      {...props}
      title="Edit Risk Metrics"
      saved="Risk metrics updated"
      schema={riskForm}
      query={query}
      valuesOf={risksOf}
      renderFields={(form) => (
        <>
          <RulesNote userId={props.user.id} onFollow={props.onClose} />
          <TextField
            label="Daily Drawdown Limit"
            autoFocus
            placeholder="5% / $500"
            autoComplete="off"
            {...form.field("dailyDrawdownLimit")}
          />
          <TextField
            label="Overall Loss Limit"
            placeholder="10% / $1000"
            autoComplete="off"
            {...form.field("overallLossLimit")}
          />
          <TextField
            label="Profit Target"
            placeholder="$2500"
            autoComplete="off"
            {...form.field("profitTarget")}
          />
        </>
      )}
    />
  );
}
