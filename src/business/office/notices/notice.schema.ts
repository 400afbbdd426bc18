import { z } from "zod";
import { presentRecovery } from "../../../identity/second-factor/recovery.schema.ts";
import { id, idInput, timestamp } from "../../../platform/fields/fields.schema.ts";
import {
  scrollPageOf,
  unsearchedListQuery,
  unsearchedScrollQuery,
} from "../../../platform/lists/list.schema.ts";

/** The text of a mail to a trader, without links that contain a token. */
export const notice = z
  .object({
    id,
    kind: z.string().meta({ examples: ["payout-decided"] }),
    subject: z.string().meta({ examples: ["Payout request #12 approved"] }),
    paragraphs: z
      .array(z.string())
      .meta({ examples: [["Your payout request #12 for $1,250.00 was approved."]] }),
    note: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    linkLabel: z
      .string()
      .nullable()
      .meta({ examples: ["View payouts"] }),
    linkPath: z
      .string()
      .nullable()
      .meta({ description: "A screen of the web client", examples: ["/payouts"] }),
    at: timestamp,
    readAt: timestamp.nullable(),
  })
  .meta({ id: "Notice" });
export type Notice = z.infer<typeof notice>;

export const listNoticesInput = unsearchedListQuery({});
export const noticePageInput = unsearchedScrollQuery({});
export const noticePage = scrollPageOf(notice);

export const readNoticesInput = z.strictObject({
  ids: z
    .array(idInput("ids must be ids of notices"))
    .min(1, { error: "Give at least one notice" })
    .max(100, { error: "At most 100 notices at once" })
    .optional()
    .meta({ description: "All notices if absent", examples: [[7]] }),
});

/** What a trader has not seen or done yet. */
export const noticeStatus = z
  .object({
    unread: z.int().meta({ description: "Unread notices", examples: [2] }),
    emailVerified: z.boolean().meta({ examples: [false] }),
    asksToVerify: z.boolean().meta({
      description:
        "Whether the email still needs to be verified; false if the firm does not verify emails",
      examples: [true],
    }),
    recovery: presentRecovery,
  })
  .meta({ id: "NoticeStatus" });
export type NoticeStatus = z.infer<typeof noticeStatus>;
