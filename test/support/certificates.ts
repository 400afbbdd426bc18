import type { Browser } from "./http.ts";
import { certificateParts, multipart } from "./pdf.ts";

/** Issues a certificate with a multipart request, like the administrators' form. */
export function uploadCertificate(
  administrator: Browser,
  traderId: number,
  changes: Parameters<typeof certificateParts>[1] = {},
) {
  return administrator.send({
    method: "POST",
    url: "/api/admin/certificates",
    ...multipart(certificateParts(traderId, changes)),
  });
}
