import {
  feedBody,
  feedExample,
  feedInput,
  feedResult,
  MAX_FEED_BYTES,
} from "../../business/trading/feed/feed.schema.ts";
import { ingestFeed } from "../../business/trading/feed/ingest-feed.ts";
import { defineRoute } from "../route.ts";

export const feed = defineRoute({
  name: "feed.ingest",
  rest: "POST /feed",
  permission: "token",
  scope: "feed:write",
  bodyLimit: MAX_FEED_BYTES,
  operation: {
    summary: "Add deals, operations and snapshots of accounts",
    description:
      "For a bridge that runs alongside the trading platform. Items are independent: invalid ones are listed as rejected, and the rest are stored. Sending the same items again changes nothing. At most 10,000 items, 10,000 accounts and 5 MB.",
    tag: "Records",
    requestBody: {
      required: true,
      content: { "application/json": { schema: feedBody, example: feedExample } },
    },
    responses: {
      "200": {
        description: "The outcome for each item",
        content: { "application/json": { schema: feedResult } },
      },
    },
    errors: {
      400: "The body does not have the documented shape",
      413: "More than 10,000 items, 10,000 accounts or 5 MB",
    },
  },
  handle: ({ context, actor, request }) =>
    ingestFeed(context.app, actor, feedInput.parse(request.body)),
});
