import { platformForm, type OpenedAccount } from "../../../src/business/accounts/account.schema.ts";
import { TextField } from "../../components/field/text-field.tsx";
import { AccountFormDialog } from "./account-form-dialog.tsx";
import { useUserWithPassword } from "./use-user.ts";
import type { UserDialogProps } from "./user-dialog.ts";

function platformOf({ login, masterPassword, server, phase }: OpenedAccount) {
  return {
    login: login ?? "",
    masterPassword: masterPassword ?? "",
    server: server ?? "",
    phase: phase ?? "",
  };
}

export function EditTradingAccountDialog(props: UserDialogProps) {
  const query = useUserWithPassword(props.user.id, props.isOpen);
  return (
    <AccountFormDialog
      {...props}
      title="Edit Trading Account"
      saved="Trading account updated"
      schema={platformForm}
      query={query}
      valuesOf={platformOf}
      renderFields={(form) => (
        <>
          <TextField label="Login" autoFocus autoComplete="off" {...form.field("login")} />
          <TextField
            label="Master Password"
            autoComplete="off"
            spellCheck={false}
            {...form.field("masterPassword")}
          />
          <TextField label="Server" autoComplete="off" {...form.field("server")} />
          <TextField
            label="Phase"
            placeholder="Phase 1, Evaluation, Funded"
            autoComplete="off"
            {...form.field("phase")}
          />
        </>
      )}
    />
  );
}
