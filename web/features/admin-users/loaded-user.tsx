import type { ReactNode } from "react";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { FieldSkeleton } from "../../components/field/field-skeleton.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import layout from "../../components/forms/form.module.css";

export interface UserQuery<User> {
  data?: User | undefined;
  isError: boolean;
  refetch: () => Promise<unknown>;
}

interface LoadedUserProps<User> {
  query: UserQuery<User>;
  children: (user: User) => ReactNode;
}

/** Shows the content of a dialog about a trader, or a skeleton while the trader loads. */
export function LoadedUser<User>({ query, children }: LoadedUserProps<User>) {
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
