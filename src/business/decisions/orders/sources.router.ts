import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { t } from "../../../calls/trpc.ts";
import { id, message } from "../../../platform/fields/fields.schema.ts";
import { createSource, mapProduct, removeSource, updateSource } from "./change-source.ts";
import { isShop, sourceKinds } from "./order.rule.ts";
import { testMessage } from "./receive-message.ts";
import {
  createSourceInput,
  mapProductInput,
  refusedMessage,
  source,
  sourceIdInput,
  sourceProduct,
  sourceWithSecret,
  testedSource,
  testSourceInput,
  unmappedProduct,
  updateSourceInput,
} from "./source.schema.ts";
import {
  getSource,
  listProducts,
  listRefused,
  listSourceNames,
  listSources,
  listUnmapped,
} from "./sources.queries.ts";

const { administratorCall } = callsAbout("Orders");

/** Shops, and services that check identities. No procedure declares a scope: only people change where orders come from. */
export const adminSourcesRouter = t.router({
  list: administratorCall("sources.manage", {
    rest: "GET /admin/sources",
    summary: "List the sources of orders and checks, newest first",
    description: "Secrets are never returned.",
  })
    .output(z.array(source))
    .query(({ ctx }) => listSources(ctx.app)),

  /** For the web client: the names of all sources, including removed ones. */
  names: administratorCall("orders.read")
    .output(
      z.array(
        z.object({ id, name: z.string(), kind: z.enum(sourceKinds), isRemoved: z.boolean() }),
      ),
    )
    .query(({ ctx }) => listSourceNames(ctx.app.database.kysely)),

  /** For the web client: the last message of each source that was refused. */
  refused: administratorCall("sources.manage")
    .output(z.array(refusedMessage))
    .query(({ ctx }) => listRefused(ctx.app.database.kysely)),

  create: administratorCall("sources.manage", {
    rest: "POST /admin/sources",
    summary: "Add a source",
    description:
      "The response contains the secret with which its messages are signed, which is not shown again. It is generated if it is absent; that of `json` begins with `whsec_`.",
    successStatus: 201,
    event: "authz_admin",
    example: { name: "Web shop", kind: "woocommerce" },
  })
    .input(createSourceInput)
    .output(sourceWithSecret)
    .mutation(({ ctx, input }) => createSource(ctx.app, ctx.actor, input)),

  update: administratorCall("sources.manage", {
    rest: "PATCH /admin/sources/{id}",
    summary: "Change a source",
    description: "A new secret replaces the old one at once.",
    event: "authz_admin",
    example: { name: "Web shop of 2027" },
  })
    .input(updateSourceInput)
    .output(source)
    .mutation(({ ctx, input }) => updateSource(ctx.app, ctx.actor, input)),

  remove: administratorCall("sources.manage", {
    rest: "DELETE /admin/sources/{id}",
    summary: "Remove a source",
    description: "Its address no longer exists. Its orders stay.",
    response: { message: "Source removed" },
    event: "authz_admin",
  })
    .input(sourceIdInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await removeSource(ctx.app, ctx.actor, input.id);
      return { message: "Source removed" };
    }),

  products: administratorCall("sources.map", {
    rest: "GET /admin/sources/{id}/products",
    summary: "List what the products of a source mean",
    description: "Items of other products are held until they are mapped.",
  })
    .input(sourceIdInput)
    .output(z.array(sourceProduct))
    .query(({ ctx, input }) => listProducts(ctx.app, input.id)),

  /** For the web client. */
  unmapped: administratorCall("sources.map")
    .input(sourceIdInput)
    .output(z.array(unmappedProduct))
    .query(({ ctx, input }) => listUnmapped(ctx.app.database.kysely, input.id)),

  map: administratorCall("sources.map", {
    rest: "POST /admin/sources/{id}/products",
    summary: "Say what a product of a source means",
    description:
      "Takes the place of an earlier meaning, then with status 200. Items that wait for it are tried again within 10 seconds.",
    successStatus: 201,
    repeats: true,
    event: "authz_admin",
    example: {
      product: "1042",
      kind: "start",
      programmeVersionId: 3,
      initialBalance: "100000.00",
    },
  })
    .input(mapProductInput)
    .output(sourceProduct)
    .mutation(async ({ ctx, input }) => {
      const { product, isReplaced } = await mapProduct(ctx.app, ctx.actor, input);
      if (isReplaced) ctx.rest?.markRepeated();
      return product;
    }),

  test: administratorCall("sources.map", {
    rest: "POST /admin/sources/{id}/test",
    summary: "Try a message of a source",
    description: "Returns the order that it would become. Nothing is kept.",
    example: {
      payload: {
        type: "order.paid",
        order: {
          id: "10042",
          email: "olivia.bennett@example.com",
          currency: "USD",
          total: "499.00",
          items: [{ product: "1042" }],
        },
      },
    },
  })
    .input(testSourceInput)
    .output(testedSource)
    .mutation(async ({ ctx, input }) => {
      const { kind } = await getSource(ctx.app, input.id);
      // What checks identities sends no orders.
      if (!isShop(kind)) return { order: null };
      return { order: await testMessage(ctx.app, { id: input.id, kind }, input.payload) };
    }),
});
