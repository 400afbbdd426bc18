import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { ToastHost } from "../components/toast/toast-host.tsx";
import { TooltipHost } from "../components/tooltip/tooltip-host.tsx";
import { NotFound } from "../app/layouts/not-found.tsx";
import { usePageTitle } from "../app/document/page-meta.ts";
import { useFollowOtherTabs } from "../app/session/use-follow-other-tabs.ts";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  useFollowOtherTabs();
  usePageTitle();
  return (
    <>
      <Outlet />
      <ToastHost />
      <TooltipHost />
    </>
  );
}
