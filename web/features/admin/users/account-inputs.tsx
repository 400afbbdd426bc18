import type { UseFormRegisterReturn } from "react-hook-form";
import {
  accountFields,
  type platformFields,
  type riskFields,
} from "../../../../src/business/traders/accounts/account.fields.ts";
import { FieldInput } from "../../../domain/fields/field-input.tsx";
import { type HiddenPassword, MasterPasswordField } from "./master-password.tsx";

type TypedName = (typeof platformFields | typeof riskFields)[number] | "phase";

interface AccountInputsProps<Name extends TypedName> {
  names: readonly Name[];
  field: (name: Name) => UseFormRegisterReturn & { error: string | undefined };
  /** The present master password; without it, the account is new. */
  password?: HiddenPassword | undefined;
  /** Focuses the first control of a dialog. */
  isFirst?: boolean;
}

/** The controls of texts of a trading account. */
export function AccountInputs<Name extends TypedName>(props: AccountInputsProps<Name>) {
  const { names, field, password, isFirst = false } = props;
  return names.map((name, index) => {
    const declared = accountFields[name];
    return declared.kind === "secret" ? (
      <MasterPasswordField key={name} present={password} {...field(name)} />
    ) : (
      <FieldInput
        key={name}
        declared={declared}
        control={field(name)}
        autoFocus={isFirst && index === 0}
      />
    );
  });
}
