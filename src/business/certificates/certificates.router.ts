import { z } from "zod";
import { administratorProcedure, traderProcedure } from "../../identity/calls/procedures.ts";
import { call } from "../../identity/calls/call.ts";
import { t } from "../../identity/calls/trpc.ts";
import { certificate, certificatesOfTraderInput } from "./certificate.schema.ts";
import { listCertificates } from "./certificates.queries.ts";

/** The trader's own certificates. */
export const traderCertificatesRouter = t.router({
  list: traderProcedure
    .meta(
      call({
        rest: "GET /user/certificates",
        summary: "List your certificates, newest first",
        description: "Each with the path of its PDF.",
        tag: "Trader",
      }),
    )
    .output(z.array(certificate))
    .query(({ ctx }) => listCertificates(ctx.app, ctx.actor.trader.id)),
});

/** For the web client: the certificates of one trader, newest first. */
export const adminCertificatesRouter = t.router({
  list: administratorProcedure("traders.read")
    .meta(call({ scope: "users:read" }))
    .input(certificatesOfTraderInput)
    .output(z.array(certificate))
    .query(({ ctx, input }) => listCertificates(ctx.app, input.userId)),
});
