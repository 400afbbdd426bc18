import { createTRPCQueryUtils } from "@trpc/react-query";
import { queryClient } from "./query-client.ts";
import { trpcClient } from "../../trpc.ts";

/** For route loaders: fetches data in parallel with the screen's code. */
export const prefetcher = createTRPCQueryUtils({ queryClient, client: trpcClient });
