import { createRouter } from "@tanstack/react-router";
import { ErrorView } from "./components/feedback/error-view.tsx";
import { Spinner } from "./components/feedback/spinner.tsx";
import { queryClient } from "./query-client.ts";
import { routeTree } from "./route-tree.gen.ts";

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 100,
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <Spinner />,
  defaultErrorComponent: ErrorView,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
