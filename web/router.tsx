import { createRouter, parseSearchWith, stringifySearchWith } from "@tanstack/react-router";
import { ErrorView } from "./components/feedback/error-view.tsx";
import { Spinner } from "./components/feedback/spinner.tsx";
import { queryClient } from "./app/api-client/query-client.ts";
import { holdNavigations } from "./app/going-back.ts";
import { routeTree } from "./route-tree.gen.ts";

/** Creates the router of the page, which starts at its address. */
export function createAppRouter() {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    // No route has `loaderDeps`: every search would be another match, and the pending component would replace a table
    // whose next page or search is loading, and take the focus from it. Tables show on their own that they load.
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <Spinner />,
    defaultErrorComponent: ErrorView,
    scrollRestoration: true,
    // Keeps parameters as text: by default, the router would read a search for 5e3 as 5000.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(JSON.stringify),
  });
  holdNavigations(router);
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
