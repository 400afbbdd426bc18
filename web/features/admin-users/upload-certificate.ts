import { TRPCClientError } from "@trpc/client";
import { TransportError, type ApiErrorData } from "../../api-client/api-error.ts";
import { describeAnswer } from "../../api-client/transport.ts";

export interface CertificateUpload {
  userId: number;
  name: string;
  issuedAt: string;
  certificateFile: File;
}

export interface UploadOptions {
  /** Told how much has gone up, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

const fallback = "Failed to upload certificate";
const unexpected = "An unexpected error occurred";

/**
 * Multipart goes to REST, by XMLHttpRequest: `fetch` cannot say how much has gone up. Its failures
 * look as those of any other call.
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

function readRefusal({ status, statusText, responseText }: XMLHttpRequest): Error {
  const { message, ...data } = parse(responseText);
  const text = message ?? (describeAnswer({ status, statusText }, responseText) || fallback);
  return TRPCClientError.from({
    error: {
      message: text,
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
    ? unexpected
    : "You are offline. Check your connection and try again.";
  return TRPCClientError.from(new TransportError("unreachable", message));
}
