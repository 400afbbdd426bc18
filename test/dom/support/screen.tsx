import { RouterProvider } from "@tanstack/react-router";
import { createRoot, type Root } from "react-dom/client";
import { queryClient } from "../../../web/app/api-client/query-client.ts";
import { banNotice, expiredSession } from "../../../web/app/session/ended-session.ts";
import { latestToast } from "../../../web/components/toast/toasts.ts";
import { Providers } from "../../../web/providers.tsx";
import { createAppRouter } from "../../../web/router.tsx";

let screen: { root: Root; router: ReturnType<typeof createAppRouter> } | undefined;

/** Renders the client at the address of the window. */
export function openScreen(): void {
  const root = createRoot(document.querySelector("#root")!);
  const router = createAppRouter();
  root.render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  screen = { root, router };
}

/** Forgets everything that a browser would forget with the page. */
export async function leaveScreen(): Promise<void> {
  if (!screen) return;
  const { root, router } = screen;
  screen = undefined;
  latestToast.set(null);
  root.unmount();
  router.history.destroy();
  await queryClient.cancelQueries();
  queryClient.clear();
  banNotice.set(null);
  expiredSession.set(null);
}
