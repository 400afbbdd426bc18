import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import {
  brandForm,
  type BrandSettings,
  logoForm,
} from "../../../../src/business/office/brand/brand.schema.ts";
import { uploadForm } from "../../../app/api-client/upload-form.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { reloadPage } from "../../../app/document/page-meta.ts";
import { FormDialog } from "../../../components/dialog/form-dialog.tsx";
import { FileField } from "../../../components/field/file-field.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { changedFields } from "../../../components/forms/changed-fields.ts";
import { useSchemaForm } from "../../../components/forms/use-schema-form.ts";
import { trpc } from "../../../trpc.ts";
import { AccentSample } from "./accent-sample.tsx";

const useBrand = () => trpc.admin.settings.brand.get.useQuery();

export const BrandDialog = withSubject(useBrand, "brand", EditBrand);

interface EditBrandProps extends DialogProps {
  subject: BrandSettings;
}

/** Edits the brand; fields that are left empty use their defaults. */
function EditBrand({ subject: settings, isOpen, onClose }: EditBrandProps) {
  const form = useSchemaForm(brandForm, undefined, {
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

export function LogoDialog({ isOpen, onClose }: DialogProps) {
  const stop = useRef<AbortController>(undefined);
  const form = useSchemaForm(logoForm, { logo: undefined });
  const { failed } = useAdminOutcome();
  const upload = useMutation({
    mutationFn: (logo: File) => {
      stop.current = new AbortController();
      const data = new FormData();
      data.set("logo", logo);
      return uploadForm(
        {
          url: "/api/admin/settings/brand/logo",
          data,
          procedure: "admin.settings.brand.setLogo",
        },
        { signal: stop.current.signal },
      );
    },
    onSuccess: reloadPage,
    onError: (error) => {
      if (stop.current?.signal.aborted) return;
      form.showErrors(error);
      failed("Upload failed", error, "Failed to upload the logo");
    },
  });

  function cancel() {
    stop.current?.abort();
    onClose();
  }

  return (
    <FormDialog
      title="Upload Logo"
      isOpen={isOpen}
      onClose={cancel}
      form={form}
      onSubmit={({ logo }) => upload.mutateAsync(logo as File)}
      submitLabel="Upload"
      pendingLabel="Uploading..."
    >
      <FileField
        label="Logo"
        hint="PNG, JPEG or WebP, at most 512 kB. Shown 26 to 40 pixels high on light and dark backgrounds, so a square with its own background works best."
        accept="image/png,image/jpeg,image/webp"
        error={form.formState.errors.logo?.message}
        name="logo"
        onChange={(event) =>
          form.setValue("logo", event.target.files?.[0] as File, {
            shouldValidate: form.formState.isSubmitted,
          })
        }
      />
    </FormDialog>
  );
}
