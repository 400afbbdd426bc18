import { z } from "zod";
import {
  administratorProcedure,
  publicProcedure,
  traderProcedure,
} from "../../../calls/procedures.ts";
import { call } from "../../../calls/call.ts";
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

/** Loaded on first use, because most processes print nothing and loading the PDF library and fonts takes time. */
const loadPreview = () => import("./draft-certificate.ts");
const loadPrinting = () => import("./generate-certificate.ts");

/** The trader's own certificates. */
export const traderCertificatesRouter = t.router({
  list: traderProcedure
    .meta(
      call({
        rest: "GET /user/certificates",
        summary: "List your certificates, newest first",
        description:
          "Each contains the path of its PDF. Generated certificates also have a code with which anyone can verify them.",
        tag: "Trader",
      }),
    )
    .output(z.array(certificate))
    .query(({ ctx }) => listCertificates(ctx.app, ctx.actor.trader.id)),
});

/** The certificates of all traders. Uploads are received by `src/http/routes/certificates.ts`. */
export const adminCertificatesRouter = t.router({
  list: administratorProcedure("traders.read")
    .meta(
      call({
        rest: "GET /admin/user/{userId}/certificates",
        scope: "users:read",
        summary: "List a trader's certificates, newest first",
        description: "Withdrawn certificates stay listed.",
        tag: "Administration",
        errors: [404],
      }),
    )
    .input(certificatesOfTraderInput)
    .output(z.array(certificate))
    .query(({ ctx, input }) => listCertificatesOf(ctx.app, input.userId)),

  sources: administratorProcedure("traders.read")
    .meta(
      call({
        rest: "GET /admin/user/{userId}/certificates/sources",
        scope: "users:read",
        summary: "List the stages and payouts that certificates can be issued for",
        description: "Returns the passed stages and the approved payout requests, newest first.",
        tag: "Administration",
        errors: [404],
      }),
    )
    .input(certificatesOfTraderInput)
    .output(z.array(certificateSource))
    .query(({ ctx, input }) => listSources(ctx.app.database.kysely, input.userId)),

  preview: administratorProcedure("certificates.write")
    .meta(
      call({
        rest: "GET /admin/certificates/preview",
        scope: "users:read",
        summary: "Preview a certificate before it is issued",
        description:
          "Returns the page as SVG, with warnings about anything worth checking first. Of the warnings, only `missing-glyphs` prevents it from being issued. Takes either `payoutId` or `stageId`.",
        tag: "Administration",
        errors: [400, 404, 409],
        example: { payoutId: 42 },
      }),
    )
    .input(draftCertificateInput)
    .output(certificateDraft)
    .query(async ({ ctx, input }) => {
      const { previewCertificate } = await loadPreview();
      return previewCertificate(ctx.app, input);
    }),

  generate: administratorProcedure("certificates.write")
    .meta(
      call({
        rest: "POST /admin/certificates/generated",
        scope: "users:write",
        summary: "Generate and issue a certificate",
        description:
          "Generates a PDF for a passed stage or an approved payout request, with a code that anyone can verify. Refuses texts with characters that cannot be printed. Takes either `payoutId` or `stageId`.",
        tag: "Administration",
        errors: [400, 404, 409],
        successStatus: 201,
        event: "authz_admin",
        example: { payoutId: 42, name: "Payout of $1,250.00" },
      }),
    )
    .input(draftCertificateInput)
    .output(certificate)
    .mutation(async ({ ctx, input }) => {
      const { generateCertificate } = await loadPrinting();
      return generateCertificate(ctx.app, ctx.actor, input);
    }),

  withdraw: administratorProcedure("certificates.write")
    .meta(
      call({
        rest: "DELETE /admin/certificates/{id}",
        scope: "users:write",
        summary: "Withdraw a certificate",
        description:
          "It stays listed with its file, marked as withdrawn, and verification says so. The trader receives the reason; the public page gives it only if `isReasonPublic` is true.",
        tag: "Administration",
        errors: [400, 404, 409],
        event: "authz_admin",
        example: { reason: "Issued to the wrong trader", isReasonPublic: false },
      }),
    )
    .input(withdrawCertificateInput)
    .output(certificate)
    .mutation(({ ctx, input }) => withdrawCertificate(ctx.app, ctx.actor, input)),
});

/** Verification, open to anyone who was shown a certificate. */
export const certificatesRouter = t.router({
  verify: publicProcedure
    .meta(
      call({
        rest: "GET /verify/certificates/{code}",
        summary: "Verify a certificate by its code",
        description:
          "Returns what is printed on it, the SHA-256 of its PDF, and whether it was withdrawn; 404 if no certificate has this code. The code may be in upper or lower case, with or without dashes.",
        tag: "Service",
        errors: [404, 429],
      }),
    )
    .input(verifyCertificateInput)
    .output(verifiedCertificate)
    .query(({ ctx, input }) => verifyCertificate(ctx.app, ctx.caller, input.code)),
});
