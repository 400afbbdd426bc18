import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { limitAttempts } from "../../../calls/limit-attempts.ts";
import { readTypedCode } from "../../../platform/fields/typed-code.rule.ts";
import { t } from "../../../calls/trpc.ts";
import {
  certificate,
  certificateDraft,
  certificateSource,
  certificatesOfTraderInput,
  draftCertificateInput,
  verifiedCertificate,
  verifyCertificateInput,
  withdrawCertificateInput,
} from "./certificate.schema.ts";
import { listCertificates, listCertificatesOf, verifyCertificate } from "./certificates.queries.ts";
import { listSources } from "./achievements.queries.ts";
import { withdrawCertificate } from "./issue-certificate.ts";

const { traderCall } = callsAbout("Trader");
const { administratorCall } = callsAbout("Administration");
const { publicCall } = callsAbout("Service");

/** Loaded on first use, because most processes print nothing and loading the PDF library and fonts takes time. */
const loadPreview = () => import("./draft-certificate.ts");
const loadPrinting = () => import("./generate-certificate.ts");

/** The trader's own certificates. */
export const traderCertificatesRouter = t.router({
  list: traderCall({
    rest: "GET /user/certificates",
    summary: "List your certificates, newest first",
    description:
      "Each contains the path of its PDF. Generated certificates also have a code with which anyone can verify them.",
  })
    .output(z.array(certificate))
    .query(({ ctx }) => listCertificates(ctx.app, ctx.actor.trader.id)),
});

/** The certificates of all traders. Uploads are received by `src/http/routes/certificates.ts`. */
export const adminCertificatesRouter = t.router({
  list: administratorCall("traders.read", {
    rest: "GET /admin/user/{userId}/certificates",
    scope: "users:read",
    summary: "List a trader's certificates, newest first",
    description: "Withdrawn certificates stay listed.",
  })
    .input(certificatesOfTraderInput)
    .output(z.array(certificate))
    .query(({ ctx, input }) => listCertificatesOf(ctx.app, input.userId)),

  sources: administratorCall("traders.read", {
    rest: "GET /admin/user/{userId}/certificates/sources",
    scope: "users:read",
    summary: "List the stages and payouts that certificates can be issued for",
    description: "Returns the passed stages and the approved payout requests, newest first.",
  })
    .input(certificatesOfTraderInput)
    .output(z.array(certificateSource))
    .query(({ ctx, input }) => listSources(ctx.app.database.kysely, input.userId)),

  preview: administratorCall("certificates.write", {
    rest: "GET /admin/certificates/preview",
    scope: "users:read",
    summary: "Preview a certificate before it is issued",
    description:
      "Returns the page as SVG, with warnings about anything worth checking first. Of the warnings, only `missing-glyphs` prevents it from being issued. Takes either `payoutId` or `stageId`.",
    errors: [404, 409],
    example: { payoutId: 42 },
  })
    .input(draftCertificateInput)
    .output(certificateDraft)
    .query(async ({ ctx, input }) => {
      const { previewCertificate } = await loadPreview();
      return previewCertificate(ctx.app, input);
    }),

  generate: administratorCall("certificates.write", {
    rest: "POST /admin/certificates/generated",
    scope: "users:write",
    summary: "Generate and issue a certificate",
    description:
      "Generates a PDF for a passed stage or an approved payout request, with a code that anyone can verify. Refuses texts with characters that cannot be printed. Takes either `payoutId` or `stageId`.",
    errors: [404, 409],
    successStatus: 201,
    event: "authz_admin",
    example: { payoutId: 42, name: "Payout of $1,250.00" },
  })
    .input(draftCertificateInput)
    .output(certificate)
    .mutation(async ({ ctx, input }) => {
      const { generateCertificate } = await loadPrinting();
      return generateCertificate(ctx.app, ctx.actor, input);
    }),

  withdraw: administratorCall("certificates.write", {
    rest: "DELETE /admin/certificates/{id}",
    scope: "users:write",
    summary: "Withdraw a certificate",
    description:
      "It stays listed with its file, marked as withdrawn, and verification says so. The trader receives the reason; the public page gives it only if `isReasonPublic` is true.",
    errors: [409],
    event: "authz_admin",
    example: { reason: "Issued to the wrong trader", isReasonPublic: false },
  })
    .input(withdrawCertificateInput)
    .output(certificate)
    .mutation(({ ctx, input }) => withdrawCertificate(ctx.app, ctx.actor, input)),
});

/** Verification, open to anyone who was shown a certificate. */
export const certificatesRouter = t.router({
  verify: publicCall({
    rest: "GET /verify/certificates/{code}",
    summary: "Verify a certificate by its code",
    description:
      "Returns what is printed on it, the SHA-256 of its PDF, and whether it was withdrawn; 404 if no certificate has this code. The code may be in upper or lower case, with or without dashes.",
  })
    .input(verifyCertificateInput)
    .use(
      limitAttempts(
        "certificateCodeByAddress",
        ({ ctx, input }) => readTypedCode(input.code) && ctx.caller.address,
        { refund: true },
      ),
    )
    .output(verifiedCertificate)
    .query(({ ctx, input }) => verifyCertificate(ctx.app, input.code)),
});
