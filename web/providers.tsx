import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryClient } from "./app/api-client/query-client.ts";
import { ThemeProvider } from "./theme/theme-provider.tsx";
import { trpc, trpcClient } from "./trpc.ts";

/** Provides what every screen uses: the calls, their cache and the theme. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider>{children}</ThemeProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
