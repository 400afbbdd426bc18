import { z } from "zod";
import { traderProcedure } from "../../identity/calls/procedures.ts";
import { rest } from "../../identity/calls/rest-meta.ts";
import { t } from "../../identity/calls/trpc.ts";
import { certificate } from "./certificate.schema.ts";
import { listOwnCertificates } from "./certificates.queries.ts";

/** The trader's own certificates. */
export const traderCertificatesRouter = t.router({
  list: traderProcedure
    .meta(
      rest("GET /user/certificates", {
        summary: "Own certificates, newest first",
        tag: "Trader",
        errors: [401, 403],
      }),
    )
    .output(z.array(certificate))
    .query(({ ctx }) => listOwnCertificates(ctx.app, ctx.actor.trader.id)),
});
