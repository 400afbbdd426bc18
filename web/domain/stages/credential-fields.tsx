import { z } from "zod";
import { TextField } from "../../components/field/text-field.tsx";
import type { SchemaForm } from "../../components/forms/use-schema-form.ts";

const unlessBlank = z.string().transform((text) => (text.trim() === "" ? undefined : text));

/** The fields of a form for the credentials of the next stage; blank ones stay as they are. */
export const credentialsForm = {
  login: unlessBlank,
  server: unlessBlank,
  masterPassword: unlessBlank,
};

export const noCredentials = { login: "", server: "", masterPassword: "" };

interface CredentialFieldsProps {
  form: Pick<SchemaForm<typeof noCredentials, unknown>, "field">;
}

/** Where a trader signs in from the next stage on. */
export function CredentialFields({ form }: CredentialFieldsProps) {
  return (
    <>
      <TextField
        label="Login"
        hint="Credentials that are left blank stay as they are."
        autoComplete="off"
        {...form.field("login")}
      />
      <TextField label="Server" autoComplete="off" {...form.field("server")} />
      <TextField
        label="Master Password"
        autoComplete="off"
        spellCheck={false}
        {...form.field("masterPassword")}
      />
    </>
  );
}
