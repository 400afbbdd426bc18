import "./theme/inter/inter.css";
import "./theme/tokens.css";
import "./theme/base.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { cspNonce, takePageSession } from "./app/document/page-meta.ts";
import { queryClient } from "./app/api-client/query-client.ts";
import { Providers } from "./providers.tsx";
import { createAppRouter } from "./router.tsx";
import { adminSessionQuery } from "./app/session/admin-session.ts";
import { sessionQuery } from "./app/session/session.ts";

// notistack reads the nonce for its styles from here; zod, which is loaded later, reads that it must not compile its
// schemas with `new Function`, which the Content-Security-Policy forbids.
Object.assign(window, { __nonce__: cspNonce, __zod_globalConfig: { jitless: true } });

const { trader, isAdmin } = takePageSession();
if (isAdmin) queryClient.setQueryData(adminSessionQuery.queryKey, true);
if (trader !== undefined) queryClient.setQueryData(sessionQuery.queryKey, trader);
else if (!window.location.pathname.startsWith("/admin")) {
  // Fetched in parallel with the screen's code; the route guards await the same query.
  void queryClient.prefetchQuery(sessionQuery);
}

// Browsers restore a page from memory on Back; its session may have ended since.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.reload();
});

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={createAppRouter()} />
    </Providers>
  </StrictMode>,
);
