import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { markRead, notices, readNoticeStatus } from "./notices.ts";
import {
  listNoticesInput,
  notice,
  noticePage,
  noticePageInput,
  noticeStatus,
  readNoticesInput,
} from "./notice.schema.ts";

const { traderCall } = callsAbout("Trader");

/** What the firm has mailed to a trader, or would have if the mail were not switched off. */
export const traderNoticesRouter = t.router({
  list: traderCall({
    rest: "GET /user/notices",
    summary: "List your notices, newest first",
    description:
      "The content of the emails about your account, without links that contain a token.",
  })
    .input(listNoticesInput.optional())
    .output(z.array(notice))
    .query(({ ctx, input }) =>
      respondWithPage(ctx, notices, { ...input, userId: ctx.actor.trader.id }),
    ),

  /** For the web client: a page, and the cursor of the next one. */
  page: traderCall()
    .input(noticePageInput)
    .output(noticePage)
    .query(({ ctx, input }) =>
      notices.readCursorPage(ctx.app, { ...input, userId: ctx.actor.trader.id }),
    ),

  status: traderCall({
    rest: "GET /user/notices/status",
    summary: "Get the number of unread notices, and whether your email is verified",
    description: "Nothing is restricted until the email is verified.",
  })
    .output(noticeStatus)
    .query(({ ctx }) => readNoticeStatus(ctx.app, ctx.actor.trader.id)),

  read: traderCall({
    rest: "POST /user/notices/read",
    summary: "Mark notices as read",
    description:
      "Marks the given notices, or all of them. Notices that are already read stay read.",
    example: { ids: [7] },
  })
    .input(readNoticesInput)
    .output(noticeStatus)
    .mutation(({ ctx, input }) => markRead(ctx.app, ctx.actor, input)),
});
