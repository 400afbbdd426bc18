import { uploadForm, type UploadOptions } from "../../app/api-client/upload-form.ts";

export interface CertificateUpload {
  userId: number;
  name: string;
  issuedAt: string;
  certificateFile: File;
}

/** @throws TRPCClientError if the upload is refused or the connection fails */
export function uploadCertificate(upload: CertificateUpload, options: UploadOptions) {
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
