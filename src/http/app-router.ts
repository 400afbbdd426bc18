import { adminRouter } from "./admin.router.ts";
import { authRouter } from "./auth.router.ts";
import { traderRouter } from "./trader.router.ts";
import type { AnyTRPCProcedure } from "@trpc/server";
import { checkProcedures } from "./route-guards.ts";
import { t } from "../identity/calls/trpc.ts";

/** Every procedure. Those with REST meta stand behind REST paths, too: see `rest.ts`. */
export const appRouter = t.router({
  auth: authRouter,
  trader: traderRouter,
  admin: adminRouter,
});

/** By their names, such as `trader.payouts.request`. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

checkProcedures(procedures);

export type AppRouter = typeof appRouter;
