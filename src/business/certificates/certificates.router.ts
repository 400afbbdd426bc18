import { z } from "zod";
import { traderProcedure } from "../../identity/calls/procedures.ts";
import { call } from "../../identity/calls/call.ts";
import { t } from "../../identity/calls/trpc.ts";
import { certificate } from "./certificate.schema.ts";
import { listOwnCertificates } from "./certificates.queries.ts";

/** The trader's own certificates. */
export const traderCertificatesRouter = t.router({
  list: traderProcedure
    .meta(
      call({
        rest: "GET /user/certificates",
        summary: "List your certificates, newest first",
        tag: "Trader",
      }),
    )
    .output(z.array(certificate))
    .query(({ ctx }) => listOwnCertificates(ctx.app, ctx.actor.trader.id)),
});
