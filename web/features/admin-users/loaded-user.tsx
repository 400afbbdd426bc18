import type { ReactNode } from "react";
import type { AdminTrader } from "../../../src/business/traders/trader.schema.ts";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { FieldSkeleton } from "../../components/field/field-skeleton.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import layout from "../../forms/form.module.css";

interface LoadedUserProps {
  query: { data?: AdminTrader; isError: boolean; refetch: () => Promise<unknown> };
  children: (user: AdminTrader) => ReactNode;
}

/** Shows the content of a dialog about a trader, or a skeleton while the trader loads. */
export function LoadedUser({ query, children }: LoadedUserProps) {
  const skeleton = (
    <LoadingRegion name="Loading user">
      <div className={layout.fields}>
        {Array.from({ length: 6 }, (_, index) => (
          <FieldSkeleton key={index} />
        ))}
      </div>
    </LoadingRegion>
  );
  return (
    <Loaded query={query} noun="the user" skeleton={skeleton}>
      {children}
    </Loaded>
  );
}
