import {
  platformForm,
  type AccountWithoutPassword,
} from "../../../src/business/traders/accounts/account.schema.ts";
import { TextField } from "../../components/field/text-field.tsx";
import { AccountFormDialog } from "./account-form-dialog.tsx";
import { MasterPasswordField, usePasswordOf } from "./master-password.tsx";
import { useUser } from "./use-user.ts";
import type { UserDialogProps } from "./user-dialog.ts";

export function EditTradingAccountDialog(props: UserDialogProps) {
  const query = useUser(props.user.id, props.isOpen);
  const password = usePasswordOf(props.user);
  const platformOf = ({ login, server, phase }: AccountWithoutPassword) => ({
    login: login ?? "",
    masterPassword: password.masterPassword ?? "",
    server: server ?? "",
    phase: phase ?? "",
  });
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
          <MasterPasswordField present={password} {...form.field("masterPassword")} />
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
