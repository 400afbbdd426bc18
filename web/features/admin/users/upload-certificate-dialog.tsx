import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { certificateForm } from "../../../../src/business/record/certificates/certificate.schema.ts";
import { FormDialog } from "../../../components/dialog/form-dialog.tsx";
import { UploadProgress } from "../../../components/feedback/upload-progress.tsx";
import { FileField } from "../../../components/field/file-field.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { formatIsoDay } from "../../../domain/format/dates.ts";
import { useSchemaForm } from "../../../components/forms/use-schema-form.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { uploadForm, type UploadOptions } from "../../../app/api-client/upload-form.ts";
import { aboutUser, UserTarget } from "./dialog-user.tsx";

export const UploadCertificateDialog = aboutUser(({ subject: user, isOpen, onClose }) => {
  const [share, setShare] = useState(0);
  const [today] = useState(() => formatIsoDay(new Date()));
  const stop = useRef<AbortController>(undefined);
  const form = useSchemaForm(certificateForm, {
    name: "",
    certificateFile: undefined,
    issuedAt: today,
  });
  const chooseFile = (file: File | undefined) =>
    form.setValue("certificateFile", file as File, { shouldValidate: form.formState.isSubmitted });
  const { succeeded, failed } = useAdminOutcome();
  const upload = useMutation({
    mutationFn: (values: CertificateUpload) => {
      stop.current = new AbortController();
      setShare(0);
      return uploadCertificate(values, { onProgress: setShare, signal: stop.current.signal });
    },
    onSuccess: () => {
      onClose();
      return succeeded("Certificate uploaded");
    },
    onError: (error) => {
      if (stop.current?.signal.aborted) return;
      form.showErrors(error);
      failed("Upload failed", error, "Failed to upload certificate");
    },
  });

  function cancel() {
    stop.current?.abort();
    onClose();
  }

  return (
    <FormDialog
      title="Upload Certificate"
      isOpen={isOpen}
      onClose={cancel}
      form={form}
      onSubmit={({ name, issuedAt, certificateFile }) =>
        upload.mutateAsync({
          userId: user.id,
          name,
          issuedAt,
          certificateFile: certificateFile as File,
        })
      }
      submitLabel="Upload"
      pendingLabel="Uploading..."
    >
      <UserTarget user={user} />
      <TextField label="Certificate Name" autoFocus autoComplete="off" {...form.field("name")} />
      <FileField
        label="Certificate PDF"
        hint="Max size 5MB"
        accept="application/pdf"
        error={form.formState.errors.certificateFile?.message}
        name="certificateFile"
        onChange={(event) => chooseFile(event.target.files?.[0])}
      />
      <TextField label="Issue Date" type="date" {...form.field("issuedAt")} />
      {upload.isPending ? <UploadProgress share={share} afterwards="Checking..." /> : null}
    </FormDialog>
  );
});

interface CertificateUpload {
  userId: number;
  name: string;
  issuedAt: string;
  certificateFile: File;
}

/** @throws TRPCClientError if the upload is refused or the connection fails */
function uploadCertificate(upload: CertificateUpload, options: UploadOptions) {
  return uploadForm(
    {
      url: "/api/admin/certificates",
      data: formData(upload),
      procedure: "admin.certificates.issue",
    },
    options,
  );
}

function formData({ userId, name, issuedAt, certificateFile }: CertificateUpload): FormData {
  const data = new FormData();
  data.set("name", name);
  data.set("userId", String(userId));
  if (issuedAt) data.set("issuedAt", issuedAt);
  data.set("certificateFile", certificateFile);
  return data;
}
