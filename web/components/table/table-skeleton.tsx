import Skeleton from "@mui/material/Skeleton";
import { LoadingRegion } from "../feedback/loading-region.tsx";

/** Lines in a table's place. */
export function TableSkeleton({ name, rows }: { name: string; rows: number }) {
  return (
    <LoadingRegion name={name}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} variant="text" sx={{ fontSize: "0.875rem", marginBlock: "1.1rem" }} />
      ))}
    </LoadingRegion>
  );
}
