import type { ComponentProps } from "react";
import { type Role, roles } from "../../../src/identity/roles/roles.rule.ts";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { roleLabels } from "./role-labels.ts";

interface MemberFormFieldsProps {
  name: Omit<ComponentProps<typeof TextField>, "label">;
  role: Omit<ComponentProps<typeof Select>, "label" | "options">;
  selected: Role;
}

/** The fields for name and role, with an explanation of the selected role. */
export function MemberFormFields({ name, role, selected }: MemberFormFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        hint="Shown to the team and in the audit log."
        autoComplete="off"
        autoFocus
        {...name}
      />
      <Select label="Role" hint={roles[selected]} options={roleLabels} {...role} />
    </>
  );
}
