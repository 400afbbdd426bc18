import { PlatformError } from "./platform.ts";

const certificateCodes =
  /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|HOSTNAME_MISMATCH)/;

/**
 * Says why a connection could not be opened, or was lost.
 * @param mayBeReceived whether the platform may have received a request
 */
export function connectionFailure(code: string | undefined, mayBeReceived = false): PlatformError {
  if (code !== undefined && certificateCodes.test(code)) {
    return new PlatformError("certificate_refused", `The certificate is not trusted (${code})`);
  }
  const reason = code === undefined ? "" : ` (${code})`;
  return new PlatformError("platform_away", `The platform does not answer${reason}`, mayBeReceived);
}
