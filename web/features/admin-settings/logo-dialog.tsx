import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { logoForm } from "../../../src/business/firm/brand/brand.schema.ts";
import { uploadForm } from "../../app/api-client/upload-form.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { FileField } from "../../components/field/file-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { reloadPage } from "./reload-page.ts";

export function LogoDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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
