import { TRPCClientError } from "@trpc/client";
import { TransportError, type ApiErrorData } from "./api-error.ts";

interface FormUpload {
  /** For example `/api/admin/certificates`. */
  url: string;
  data: FormData;
  /** The procedure named in errors, as if the upload were a call to it. */
  procedure: string;
}

export interface UploadOptions {
  /** @param share of the bytes that have been sent, from 0 to 1 */
  onProgress?: (share: number) => void;
  signal: AbortSignal;
}

/** The successful response to an upload. */
export interface UploadResponse {
  status: number;
  body: string;
}

/**
 * Sends a multipart form with XMLHttpRequest, because `fetch` does not report upload progress.
 * @throws TRPCClientError if the upload is refused or the connection fails
 */
export function uploadForm(upload: FormUpload, { onProgress, signal }: UploadOptions) {
  return new Promise<UploadResponse>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", upload.url);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress?.(loaded / total),
    );
    request.addEventListener("load", () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve({ status, body: responseText });
      else reject(readRefusal(request, upload.procedure));
    });
    request.addEventListener("error", () => reject(unreachable()));
    request.addEventListener("abort", () => reject(signal.reason as Error));
    signal.addEventListener("abort", () => request.abort());
    request.send(upload.data);
  });
}

/** The message is blank if the response has none. */
function readRefusal({ status, responseText }: XMLHttpRequest, procedure: string): Error {
  const { message, ...data } = parse(responseText);
  return TRPCClientError.from({
    error: {
      message: typeof message === "string" ? message : "",
      code: -32000,
      data: { ...data, httpStatus: status, path: procedure },
    },
  });
}

function parse(body: string): ApiErrorData & { message?: unknown } {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === "object" && json !== null ? json : {};
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
