import { z } from "zod";
import { TEST_EVENT, webhookEvents } from "../../business/watch/webhooks/webhook-event.schema.ts";

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** The headers of the Standard Webhooks specification. */
const headers = [
  header(
    "webhook-id",
    "Identifies the event. It is the same for all attempts, so an event that arrives twice can be recognised",
    "evt_3f0b8f2d7c6e4f0e9a4d5c1b2a3f4e5d",
  ),
  header("webhook-timestamp", "The time of the attempt, in seconds since 1970", "1773480413"),
  header(
    "webhook-signature",
    "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During a rotation, two signatures separated by a space",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

interface Described {
  words: string;
  data: z.ZodObject;
  example: object;
}

const described: Record<string, Described> = {
  ...webhookEvents,
  [TEST_EVENT]: {
    words: "An administrator sent a test event",
    data: z.object({ webhookId: z.int() }),
    example: { webhookId: 1 },
  },
};

/** Removes `$schema`, because OpenAPI declares the dialect once for the whole document. */
function withoutDialect({ $schema: _, ...schema }: z.core.JSONSchema.BaseSchema) {
  return schema;
}

function describeBody(type: string, { data, example }: Described) {
  return {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: {
            type: { type: "string", const: type },
            timestamp: {
              type: "string",
              format: "date-time",
              description: "When the event happened",
            },
            data: withoutDialect(z.toJSONSchema(data)),
          },
          required: ["type", "timestamp", "data"],
        },
        example: { type, timestamp: "2026-03-14T09:26:53.589Z", data: example },
      },
    },
  };
}

/** Describes the events as webhooks of the OpenAPI document, which are requests that the app sends. */
export function describeWebhooks() {
  return Object.fromEntries(
    Object.entries(described).map(([type, event]) => [
      type,
      {
        post: {
          operationId: `webhook-${type.replaceAll(".", "-")}`,
          summary: event.words,
          tags: ["Webhooks"],
          security: [],
          parameters: headers,
          requestBody: describeBody(type, event),
          responses: {
            "2XX": { description: "The event was received; any other response is retried" },
            "410": { description: "The webhook is paused" },
          },
        },
      },
    ]),
  );
}
