import Stack from "@mui/material/Stack";
import { Skeleton } from "../feedback/skeleton.tsx";
import { LoadingRegion } from "../feedback/loading-region.tsx";

/** Placeholder lines for a table that is loading. */
export function TableSkeleton({ name, rows }: { name: string; rows: number }) {
  return (
    <LoadingRegion name={name}>
      <Stack sx={{ gap: "1.1rem", py: "1.1rem" }}>
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} />
        ))}
      </Stack>
    </LoadingRegion>
  );
}
