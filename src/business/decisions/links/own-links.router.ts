import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { listTraderLinkRows } from "../../links/view/confirmed-links.queries.ts";
import {
  traderLinkIdInput,
  traderLinkRows,
  traderLinkRowsInput,
} from "../../links/view/trader-link.schema.ts";
import { ownLink } from "./own-link.schema.ts";
import { getOwnLink, listOwnLinks } from "./own-links.queries.ts";

const { traderCall } = callsAbout("Trader");

/** The cases that were confirmed about the trader, which name no other one. */
export const traderLinksRouter = t.router({
  list: traderCall({
    rest: "GET /user/links",
    summary: "List the links of your account that were confirmed, newest first",
    description:
      "What compares your account with others, and what speaks against it. You are `you`; the others are `A`, `B` and so on, without names, positions and results.",
  })
    .output(z.array(ownLink))
    .query(({ ctx }) => listOwnLinks(ctx.app, ctx.actor.trader.id)),

  get: traderCall({
    rest: "GET /user/links/{id}",
    summary: "Get a link of your account that was confirmed",
    description:
      "With the evidence on which it was confirmed. The id of a case that was merged into another one leads to that one.",
  })
    .input(traderLinkIdInput)
    .output(ownLink)
    .query(({ ctx, input }) => getOwnLink(ctx.app, ctx.actor.trader.id, input.id)),

  rows: traderCall({
    rest: "GET /user/links/{id}/rows",
    summary: "List the entries behind the evidence about you and another trader",
    description: "One row for each entry of the account with fewer, by time.",
    example: { kind: "copied", other: "A" },
  })
    .input(traderLinkRowsInput)
    .output(traderLinkRows)
    .query(({ ctx, input }) => listTraderLinkRows(ctx.app, ctx.actor.trader.id, input)),
});
