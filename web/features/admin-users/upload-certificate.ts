import { TRPCClientError } from "@trpc/client";
import { TransportError, type ApiErrorData } from "../../api-client/api-error.ts";

export interface CertificateUpload {
  userId: number;
  name: string;
  issuedAt: string;
  certificateFile: File;
}

export interface UploadOptions {
  /** @param share of the bytes that have been sent, from 0 to 1 */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends the multipart form by XMLHttpRequest, because `fetch` reports no upload progress.
 * @throws TRPCClientError, as any other call, if the upload is refused or the connection fails
 */
export function uploadCertificate(
  upload: CertificateUpload,
  { onProgress, signal }: UploadOptions,
) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/admin/certificates");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener("load", () => {
      if (request.status === 201) resolve();
      else reject(readRefusal(request));
    });
    request.addEventListener("error", () => reject(unreachable()));
    request.addEventListener("abort", () => reject(signal.reason as Error));
    signal.addEventListener("abort", () => request.abort());
    request.send(formData(upload));
  });
}

function formData({ userId, name, issuedAt, certificateFile }: CertificateUpload): FormData {
  const data = new FormData();
  data.set("name", name);
  data.set("userId", String(userId));
  if (issuedAt) data.set("issuedAt", issuedAt);
  data.set("certificateFile", certificateFile);
  return data;
}

function readRefusal({ status, responseText }: XMLHttpRequest): Error {
  const { message, ...data } = parse(responseText);
  return TRPCClientError.from({
    error: {
      message: message ?? "Failed to upload certificate",
      code: -32000,
      data: { ...data, httpStatus: status, path: "admin.certificates.issue" },
    },
  });
}

function parse(body: string): ApiErrorData & { message?: string } {
  try {
    return JSON.parse(body) as ApiErrorData & { message?: string };
  } catch {
    return {};
  }
}

function unreachable(): Error {
  const message = navigator.onLine
    ? "An unexpected error occurred"
    : "You are offline. Check your connection and try again.";
  return TRPCClientError.from(new TransportError("unreachable", message));
}
