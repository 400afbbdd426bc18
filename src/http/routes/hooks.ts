import { isUtf8 } from "node:buffer";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import {
  applyCheckerNews,
  type Checker,
} from "../../business/decisions/identities/apply-checker-news.ts";
import type { CheckerNews } from "../../business/decisions/identities/checkers/checker-news.rule.ts";
import { readSumsub } from "../../business/decisions/identities/checkers/sumsub.rule.ts";
import { readVeriff } from "../../business/decisions/identities/checkers/veriff.rule.ts";
import type { SourceKind } from "../../business/decisions/orders/order.rule.ts";
import {
  findSource,
  type KnownSource,
  noteReceipt,
  noteRefusal,
  type ParsedMessage,
  type Receipt,
  receiveShopMessage,
  requireSigned,
} from "../../business/decisions/orders/receive-message.ts";
import { isPing } from "../../business/decisions/orders/read-woocommerce.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { notFound, RefusalError } from "../../platform/errors.ts";
import { parseJson } from "../hardening/json-body.ts";
import { readId } from "../rest-input.ts";
import { defineRoute } from "../route.ts";

type Receiver = (context: Context, sourceId: number, message: ParsedMessage) => Promise<Receipt>;

/** Applies what a checker of identities says in the transaction that remembers its message. */
function checkerOf(checker: Checker, read: (body: unknown) => CheckerNews | undefined): Receiver {
  return async (context, sourceId, { body }) => {
    const news = read(body);
    await inTransaction(context.database, async (transaction) => {
      await noteReceipt(context, transaction, sourceId);
      if (news) await applyCheckerNews(context, transaction, checker, news);
    });
    return { message: news ? "Stored" : "Ignored", orderId: null };
  };
}

/** What works on the messages of each kind of source, once their signature is right. */
const receivers: Record<SourceKind, Receiver> = {
  woocommerce: (context, id, message) =>
    receiveShopMessage(context, { id, kind: "woocommerce" }, message),
  stripe: (context, id, message) => receiveShopMessage(context, { id, kind: "stripe" }, message),
  json: (context, id, message) => receiveShopMessage(context, { id, kind: "json" }, message),
  sumsub: checkerOf({ kind: "sumsub", name: "Sumsub" }, readSumsub),
  veriff: checkerOf({ kind: "veriff", name: "Veriff" }, readVeriff),
};

const receipt = z
  .object({
    message: z.string().meta({ examples: ["Stored"] }),
    orderId: z
      .number()
      .nullable()
      .meta({ type: "integer", examples: [118] }),
  })
  .meta({ id: "HookReceipt" });

const ping: Receipt = { message: "Pong", orderId: null };

/** The messages of shops and of services that check identities. */
export const hook = defineRoute({
  name: "hooks.receive",
  rest: "POST /hooks/{id}",
  permission: "anyone",
  isRaw: true,
  operation: {
    summary: "Receive a signed message of a source",
    description:
      "For shops, and services that check identities, which sign the body as they document it: WooCommerce, Stripe, Standard Webhooks, Sumsub and Veriff. What is stored is worked on after the response; a repeated message changes nothing. Other messages than those that Propdesk works on are answered 200 and ignored.",
    tag: "Orders",
    requestParams: {
      path: z.object({ id: z.number().meta({ type: "integer", examples: [3] }) }),
    },
    requestBody: {
      required: true,
      content: { "application/json": { schema: z.looseObject({}), example: {} } },
    },
    responses: {
      "200": {
        description: "The message is stored, or ignored",
        content: { "application/json": { schema: receipt } },
      },
    },
    errors: {
      400: "The message is signed, but cannot be read",
      401: "The signature is wrong, or its time is",
      404: "The source does not exist, or was removed",
      413: "The body is larger than 256 kB",
      415: "The body is not JSON",
      429: "Too many messages with wrong signatures came from this address",
    },
  },
  async handle({ context, request }) {
    const { app } = context;
    const source = await findSource(app, readId((request.params as { id: string }).id));
    if (!source) throw notFound("Source");
    try {
      return await receive(app, source, { request, address: context.caller.address });
    } catch (error) {
      // Throttled messages leave no trace.
      if (error instanceof RefusalError && error.code !== "throttled") {
        await noteRefusal(app, source.id, error.message);
      }
      throw error;
    }
  },
});

/** @throws RefusalError if the message is not JSON, is signed wrong or cannot be read, or if its sender is throttled */
async function receive(
  app: Context,
  source: KnownSource,
  { request, address }: { request: FastifyRequest; address: string },
): Promise<Receipt> {
  const header = (name: string) => request.headers[name]?.toString();
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const type = (header("content-type") ?? "").toLowerCase();
  if (source.kind === "woocommerce" && isPing(type, body)) return ping;
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/.test(type)) {
    throw new RefusalError("unsupported-media-type", "The body must be JSON");
  }
  await requireSigned(app, source, { body, header }, address);
  if (!isUtf8(body)) throw new RefusalError("invalid", "The request is not valid UTF-8");
  const message = { body: parseJson(body.toString()), header };
  return receivers[source.kind](app, source.id, message);
}
