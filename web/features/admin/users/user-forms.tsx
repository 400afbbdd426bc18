import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { z } from "zod";
import {
  openAccountFields,
  platformFields,
  riskFields,
} from "../../../../src/business/traders/accounts/account.fields.ts";
import { pick } from "../../../../src/platform/fields/pick.rule.ts";
import {
  fieldsByAdministrator,
  textsByAdministrator,
  traderFields,
} from "../../../../src/identity/users/trader.fields.ts";
import { traderForm, type TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import type { DialogProps } from "../../../app/dialogs.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import type { SchemaForm } from "../../../components/forms/use-schema-form.ts";
import { formTexts } from "../../../components/forms/form-texts.ts";
import { FieldInput } from "../../../domain/fields/field-input.tsx";
import { sayMoment } from "../../../domain/format/dates.ts";
import { accountStatusLabels } from "../../../../src/business/traders/accounts/account.rule.ts";
import { StartFields } from "../../../domain/programmes/start-fields.tsx";
import { trpc } from "../../../trpc.ts";
import { AccountInputs } from "./account-inputs.tsx";
import { createUser, newUserForm } from "./create-user.ts";
import { aboutUser, LoadedUser, useUser } from "./dialog-user.tsx";
import { type HiddenPassword, usePasswordOf, useSavedPassword } from "./master-password.tsx";
import { useExpectedValues } from "./use-expected-values.ts";

type UserFormInput = z.input<typeof traderForm>;
type UserFormOutput = z.output<typeof traderForm>;

export function AddUserDialog(frame: DialogProps) {
  const mayStart = useMay("stages.write");
  return (
    <MutationDialog
      {...frame}
      title="Add User"
      size="sm"
      schema={newUserForm}
      values={{ ...newUserValues, version: "", initialBalance: "" }}
      mutation={createUser}
      toInput={(values) => values}
      submitLabel="Create User"
      pendingLabel="Creating..."
      saved="User created"
      failed="Create failed"
    >
      {(form) => (
        <>
          <p>The user receives an email with a link to set a password.</p>
          <UserFormFields form={form} />
          {mayStart ? (
            <Group title="Programme">
              <StartFields
                isOptional
                version={form.watch("version")}
                versionField={form.field("version", {
                  onChange: () => form.setValue("initialBalance", ""),
                })}
                balanceField={form.field("initialBalance")}
              />
              {form.watch("version") === "" ? null : (
                <Typography variant="body2" sx={{ gridColumn: "1 / -1", color: "text.secondary" }}>
                  The first step starts at once: it sets the phase, the rules, the payouts and the
                  status of the account.
                </Typography>
              )}
            </Group>
          ) : null}
        </>
      )}
    </MutationDialog>
  );
}

const expectedFields = [...fieldsByAdministrator, ...openAccountFields];

export const EditUserDialog = aboutUser(({ subject: { id }, isOpen, onClose }) => {
  const query = useUser(id, isOpen);
  const password = usePasswordOf(id);
  const showPassword = useSavedPassword(id);
  // The form must start from current data, not from the cache.
  const present = query.isFetchedAfterMount ? query.data : undefined;
  const { expectedOf, onFailed } = useExpectedValues(present, expectedFields);
  return (
    <MutationDialog
      title="Edit User"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      schema={traderForm}
      values={newUserValues}
      present={present && userValues(present, password.masterPassword)}
      mutation={trpc.admin.users.updateWithAccount}
      toInput={(_, edited) => ({ id, ...edited, expected: expectedOf(edited) })}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      isSubmitDisabled={!present}
      saved="User updated"
      failed="Update failed"
      onSaved={(_, { masterPassword }) => showPassword(masterPassword)}
      onFailed={onFailed}
    >
      {(form) => (
        <LoadedUser query={{ ...query, data: present }}>
          {(edited) => <UserFormFields form={form} edited={edited} password={password} />}
        </LoadedUser>
      )}
    </MutationDialog>
  );
});

interface UserFormFieldsProps {
  form: Pick<SchemaForm<UserFormInput, UserFormOutput>, "field" | "amountField">;
  /** The edited user, whose name and email stay unchanged if they are left blank. */
  edited?: TraderListItem;
  /** The master password of the edited user. */
  password?: HiddenPassword;
}

/** The form fields of a trader and their account. */
function UserFormFields({ form, edited, password }: UserFormFieldsProps) {
  const text = (name: keyof UserFormInput) => ({ autoComplete: "off", ...form.field(name) });
  const recordedAt = edited?.tradingAccount.recordedAt ?? null;
  const stays = (present?: string | null) => (present ? `Stays ${present}` : undefined);
  return (
    <>
      <Group title="Personal Information">
        <TextField
          label="Full Name"
          autoFocus
          placeholder={stays(edited?.fullName)}
          {...text("fullName")}
        />
        <TextField
          label="Email"
          type="email"
          placeholder={stays(edited?.email)}
          {...text("email")}
        />
        {textsByAdministrator.map((name) => (
          <FieldInput
            key={name}
            declared={traderFields[name]}
            stored={edited?.[name]}
            control={form.field(name)}
          />
        ))}
      </Group>
      <Group title="Trading Account">
        <TextField
          label="Balance"
          readOnly={recordedAt !== null}
          {...form.amountField("balance")}
        />
        <TextField
          label="Profit/Loss"
          readOnly={recordedAt !== null}
          {...form.amountField("profitLoss")}
          // The numeric keyboard of some phones has no minus sign.
          inputMode="text"
        />
        {recordedAt ? (
          <Typography
            variant="body2"
            sx={{ gridColumn: "1 / -1", mt: -1.25, color: "text.secondary" }}
          >
            {describeSource(recordedAt)}
          </Typography>
        ) : null}
        <Select label="Status" options={accountStatusLabels} {...form.field("status")} />
        <Box sx={{ display: "flex", alignItems: "end", minHeight: "2.5rem", pb: 1.25 }}>
          <Checkbox label="Payouts enabled" {...form.field("payoutEnabled")} />
        </Box>
        <AccountInputs names={platformFields} field={form.field} password={password} />
      </Group>
      <Group title="Risk Limits">
        <AccountInputs names={riskFields} field={form.field} />
      </Group>
    </>
  );
}

/** Explains why the amounts cannot be edited, and how to change them instead. */
function describeSource(recordedAt: Date): string {
  return `From the trading record, as of ${sayMoment(recordedAt)}; use a correction to change it.`;
}

interface GroupProps {
  title: string;
  /** Fields, in two columns if there is room. */
  children: ReactNode;
}

const Group = ({ title, children }: GroupProps) => (
  <fieldset>
    <Typography
      component="legend"
      variant="h3"
      sx={{ width: "100%", mb: 1.75, p: "0 0 0.5rem", borderBottom: 1, borderColor: "divider" }}
    >
      {title}
    </Typography>
    <FormFields isWide>{children}</FormFields>
  </fieldset>
);

/** The defaults of a new account. */
const newUserValues: UserFormInput = {
  fullName: "",
  email: "",
  balance: "0.00",
  profitLoss: "0.00",
  status: "pending",
  payoutEnabled: false,
  ...formTexts([...textsByAdministrator, ...platformFields, ...riskFields]),
};

/** @param masterPassword `null` or `undefined` for a blank field */
function userValues(
  { tradingAccount, ...user }: TraderListItem,
  masterPassword: string | null = null,
): UserFormInput {
  return {
    ...formTexts(["fullName", "email", ...textsByAdministrator], user),
    ...pick(tradingAccount, ["balance", "profitLoss", "status", "payoutEnabled"]),
    ...formTexts([...platformFields, ...riskFields], { ...tradingAccount, masterPassword }),
  };
}
