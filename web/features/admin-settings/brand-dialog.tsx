import { type BrandSettings, brandForm } from "../../../src/business/firm/brand/brand.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { changedFields } from "../../components/forms/changed-fields.ts";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { trpc } from "../../trpc.ts";
import { AccentSample } from "./accent-sample.tsx";
import { reloadPage } from "./reload-page.ts";

interface BrandDialogProps {
  settings: BrandSettings;
  isOpen: boolean;
  onClose: () => void;
}

/** Edits the brand; fields that are left empty use their defaults. */
export function BrandDialog({ settings, isOpen, onClose }: BrandDialogProps) {
  const form = useSchemaForm(brandForm, {
    name: settings.name ?? "",
    accent: settings.accent ?? "",
    senderName: settings.senderName ?? "",
    supportAddress: settings.supportAddress ?? "",
    termsUrl: settings.termsUrl ?? "",
    privacyUrl: settings.privacyUrl ?? "",
  });
  const { dirtyFields } = form.formState;
  const { failed } = useAdminOutcome();
  const save = trpc.admin.settings.brand.set.useMutation({
    onSuccess: reloadPage,
    onError: (error) => {
      form.showErrors(error);
      failed("Update failed", error);
    },
  });
  const accent = form.watch("accent")?.trim().toLowerCase() ?? "";
  return (
    <FormDialog
      title="Brand"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => save.mutateAsync(changedFields(values, dirtyFields))}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
    >
      <TextField
        label="Name"
        placeholder={settings.defaultName}
        autoComplete="off"
        autoFocus
        {...form.field("name")}
      />
      <TextField
        label="Accent Colour"
        hint="Six hexadecimal digits. Shades that are readable in both themes are derived from it."
        placeholder="#2742d6"
        autoComplete="off"
        spellCheck={false}
        {...form.field("accent")}
      />
      {/^#[0-9a-f]{6}$/.test(accent) ? <AccentSample accent={accent} /> : null}
      <TextField
        label="Email Sender"
        hint="Shown in inboxes. Leave empty to use the firm’s name."
        autoComplete="off"
        {...form.field("senderName")}
      />
      <TextField
        label="Support"
        hint="An email or web address, linked from screens and emails that mention support."
        autoComplete="off"
        {...form.field("supportAddress")}
      />
      <TextField
        label="Terms"
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        {...form.field("termsUrl")}
      />
      <TextField
        label="Privacy Policy"
        hint="Linked at sign-up."
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        {...form.field("privacyUrl")}
      />
    </FormDialog>
  );
}
