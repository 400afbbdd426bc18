import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { RefusalError } from "../platform/errors.ts";
import { toErrorResponse, type ErrorResponse } from "../calls/errors-to-http.ts";

/** Refusals by Fastify's error codes. */
const refusals: Record<string, (request: FastifyRequest) => RefusalError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => new RefusalError("invalid", "The request is not valid JSON"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new RefusalError("unsupported-media-type", "The content type must be application/json"),
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions: { bodyLimit } }) =>
    new RefusalError("too-large", `The request must not be larger than ${formatLimit(bodyLimit)}`),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new RefusalError("invalid", "The length of the body does not match Content-Length"),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new RefusalError("unsupported-media-type", "The body must be multipart/form-data"),
};

function formatLimit(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes} kB` : `${kilobytes / 1024} MB`;
}

/** Replaces client errors of Fastify and its plugins, whose messages are not meant for users. */
function toRefusal(error: unknown, request: FastifyRequest): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code !== undefined && refusals[code]) return refusals[code](request);
  if (statusCode === 413) return new RefusalError("too-large", "The request is too large");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new RefusalError("invalid", "The request could not be read");
  }
  return error;
}

export function logUnexpectedError(log: FastifyBaseLogger, error: unknown): void {
  log.error({ err: error }, "unexpected error");
}

type ErrorShape = (response: ErrorResponse, request: FastifyRequest) => object;

const restShape: ErrorShape = ({ message, details }) => ({ message, ...details });

/** Responds to every error with JSON that has a human-readable `message`. */
export function registerErrorHandling(server: FastifyInstance, shape = restShape): void {
  server.setErrorHandler((error, request, reply) => {
    const response = toErrorResponse(toRefusal(error, request));
    const { retryAfter } = response.details;
    if (response.isUnexpected) logUnexpectedError(request.log, error);
    if (retryAfter !== undefined) reply.header("Retry-After", retryAfter);
    // Fastify closes the connection, but a client that is still sending would be reset and miss the response. Node
    // discards the rest of the body instead.
    if (response.status === 413) reply.removeHeader("connection");
    return reply
      .code(response.status)
      .type("application/json; charset=utf-8")
      .send(shape(response, request));
  });
}
